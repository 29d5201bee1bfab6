-- Values of headers are kept only where something is read from them: the encoding, the ID of a delivery, the time of a signature.
-- Any other can be a secret, and the header that an address asks for is one.
UPDATE "console"."hook_arrival" AS arrival SET headers = (
  SELECT jsonb_object_agg(name, CASE
    WHEN value LIKE '•••%' THEN value
    WHEN name = coalesce(lower(address.signing_header), '') OR NOT name ~ '^(content-type|content-encoding|(.*-)?timestamp|webhook-id|svix-id|.*-(delivery|event)-id|.*idempotency-(key|token))$'
      THEN '••• ' || length(value) || ' characters'
    ELSE value END)
  FROM jsonb_each_text(arrival.headers) AS header (name, value))
FROM "console"."hook_address" AS address
WHERE address.id = arrival.address_id AND arrival.headers <> '{}'::jsonb;
