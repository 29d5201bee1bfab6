import { StateFace } from "@/components/ui/state-face";

export function NoNumbers() {
  return (
    <div className="bay ruled">
      <StateFace face="empty" heading="No phone numbers" level={2}>
        This organization owns none. The API contract shows no call to buy one.
      </StateFace>
    </div>
  );
}
