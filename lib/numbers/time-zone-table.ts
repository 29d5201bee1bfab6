// Written by scripts/make-time-zones.mjs. Do not edit, and never remove or move a line: its number is stored as an ID.

/**
 * A line is a set of zones and the prefixes of E.164 numbers in it. Prefixes ascend; each is written in base 36 as its
 * difference from the one before.
 */
export const timeZoneTable = `
Africa/Abidjan:69
Africa/Accra:6h
Africa/Addis_Ababa:6z
Africa/Algiers:5x
Africa/Asmara:83
Africa/Bamako:67
Africa/Bangui:6k
Africa/Banjul:64
Africa/Bissau:6t
Africa/Blantyre:7d
Africa/Brazzaville:6q
Africa/Bujumbura:75
Africa/Cairo:k
Africa/Casablanca:5w
Africa/Conakry:68
Africa/Dakar:65
Africa/Dar_es_Salaam:73
Africa/Djibouti:71
Africa/Douala:6l
Africa/Freetown:6g
Africa/Gaborone:7f
Africa/Harare:7b
Africa/Johannesburg:r
Africa/Juba:5v
Africa/Kampala:74
Africa/Khartoum:6x
Africa/Kigali:6y
Africa/Kinshasa:1vj.2.1.1.1
Africa/Kinshasa Africa/Lubumbashi:6r
Africa/Lagos:6i
Africa/Libreville:6p
Africa/Lome:6c
Africa/Luanda:6s
Africa/Lubumbashi:1vk
Africa/Lusaka:78
Africa/Malabo:6o
Africa/Maputo:76
Africa/Maseru:7e
Africa/Mbabane:7g
Africa/Mogadishu:70
Africa/Monrovia:6f
Africa/Nairobi:72
Africa/Ndjamena:6j
Africa/Niamey:6b
Africa/Nouakchott:66
Africa/Ouagadougou:6a
Africa/Porto-Novo:6d
Africa/Sao_Tome:6n
Africa/Tripoli:62
Africa/Tunis:60
Africa/Windhoek:7c
America/Adak America/Anchorage:1gz
America/Anguilla:z4
America/Antigua:z8
America/Argentina/Buenos_Aires:1i
America/Aruba:89
America/Asuncion:gj
America/Barbados:ym
America/Belize:dx
America/Bogota:1l
America/Boise America/Los_Angeles:1db.5v.7sg.3.1.3.2bwl.1.a.7.1.m.3.1.2.2.1.1.1.1.1.nb2k.5.3.1.1.2.3.6.6.1.1.6.3.3.2.1.4.1.1.2.2.5.1.6.1.6.1.1.1.3.1.4.1.1.2.d.6.1.2.2.2.1.4.2.3.1.2.2.1.1.5.2.2.4.5.1.1.3.3.2.65.1.1.5.1.d.2.5.1.1.8.1.l.3.1.3.1.c.1.5.1t.5.1.1.4.2.1.3.4.1.1.2.1.c.3.1.1.3
America/Cancun:14vr.1.3.b
America/Cancun America/Chihuahua America/Hermosillo America/Mazatlan America/Mexico_City America/Tijuana:1g
America/Caracas:1m
America/Cayenne:gi
America/Cayman:11d
America/Chicago:xh.5.4.3.1.6.1.3.7.g.3.2.6.c.7.r.1.3.2.2.2.1.1.5.2.4.3.3.9.7.8.15.3.4.5.3.6.7.2.f.h.5.a.m.3.3.5.3.g.3.5.i.6.9.1.7.l.7.4.3.3.2.9.1.6.5.a.8.1.2.k.q.4.1.2.b.4.1.6.q.6.4.6.6.l.9.1.1.d.2.f.n.2.t.2.a.5.2.b.5.2.2.5.7.4.g.3.4.6.2klf.4.1.1.3wy.ptl.2.1.x.7dd.1.2.8kt.5.2ww.k.2.2.l.i.m5y4.1.f.j.2.m.1.d.n.2.1.1.j.h.3.4.5.i.1.2.2.1.t.d.m.2.1.7.1.1.2.1.10.i.h.a.11.1s.2.1.1.r.6.b.l.5.3.2.h.1.1.2.3.1.1.2.3.9.1.6.2.4.c.x.2.6.1.7.1.b.1.1.6.1.1.4.1.25.6.1.9.5.3.3.4.2.7.12qm.s.6.1.3.2.5.4.8.6.8.1.8.g.z.2.3.5.b.8.3.j.4.1.4.2.k.h.7.2.1.1.1.i.a.b.4.8.r.2.2.1.1.6.1.3.4.5.7.9.c.b.b.1.k.4.6.1.a.1.6.5.2.6.6.2.b.d.g.i.1.j.1.7.1.1.1.3.2.1.5.6.7.1.1.1.3.6.1.3.1.1.n.3.1.1.1.3.1.b.1.3.6.c.2.d.2.4.1.1.2.9.3.3.k.2.1.1.1.3.x.n.6ieg.3g.ndt.g.4.3.1.1.3.3.2.m.4.1.1.9.3.1.9.d.d.2.9.1.1.5.h.p.1.2.3.8.3.a.s.1.2.4.g.o.f.b.u.4.7.4.a.t.7.5.4.c.c.2.2.1.k.2.g.3.1.8.1b.1.3.6.9.4.6.6.4.2.7.1.2.3.i.13.7.3.7.1.1.2.i.4.3.1.4.13.3.1.b.1.4.1.5.q.6.4.1.2.5.1.1.au.215p.5.7.2.r.1.j.4.6.6.3.1.1.2.4.5.4.1.8.h.1.4.f.4.2.3.3.1.5.3.1.2.4.2.c.3.2.1.9.p.1.2.9.7.2.2.4.2.8.1.8.5.1.1.e.7.s.3.2.8.9.h.6.5.i.e.i.1.8.6.a.a.1.1.3.g.15.6.8.1.3.4.2.3.3.2.1.9.6.2.1.1.1.3.6.1.1.5.2.2.2.y.4.1.1.3.1.2.7.2.3.1.8.7.a.a.1i.5.d.3.2d75.1.f.1.x.2.d.e.l.5.1.1k.1z.v.x.1v.4.f.1y.4.b.5.9.7.n.s.c.p.1.m.spr.6.2.5.2.2.1.3.4.1.1.2.b.3.1.4.1.1.6.2.1.2.2.2.2.2.2.5.3.c.1.9.5.8.1.4.5.3.5.9.k.1.6.8.1.3.4.3.6.3.2.i.1.3.3.1.5.f.g.2.4.3.c.1.2.8.2.2.1.2.2.1.3.b.6.3.1.1.2.6.2.6.4.p.9.4.1.1.1.4.1.2.1.b.f.1.1.2.b.1.1.1.a.1.3.5.5.a.1.2.1.i.3.9.4.a.1.6.4.e.1.f.6.f.1.6.5.1.h.5.b.2.1.2.2.i.2.e.1.2.9.7.2.5.1.e.1.1.2.g.2.2.1.2.2.3.7.h.1.3.2.7.1.1.b.1.16na.8a.2s.2i.l.2.3.1d.z.1.b.1l
America/Ciudad_Juarez:14mo
America/Costa_Rica:e2
America/Curacao:4mk.3
America/Curacao America/Kralendijk:gn
America/Denver:107.4.26.l.t.1y.1y.40.1.s.1h.36.1j.d.7sk.2bwk.5.e.4.6.k.1.c.1.2.1.7nz.n3b5.k.5.1.1.d.1.7.1.1.2.1.4.k.j.2w.1.1.4.2.3.2.5.c.2.3.2.2.2.a.1.1.1.4.d.1.2.3.6.5.6.a.9.1.k.1.2.1.3.1.3.1.2.3.5.1.1.3.7.1.1.2.4.1.7.2.1.1.6.7.6.e.2.4.1.2.3.3.2.3.a.4.2.e.5.1.3.3.b.2.6.2.1.3.4.3.t.b.5.5.g.3.2.1.1.5.k.g.7.4.5.1.n.1.7.1.m.3.2.2.9.1.3.1.6.6.2.2.1.2.3.3.2.5.1.y.2.3.1.1.24kn.j.8.k.2.17.p.16.t.9.4.32.25.7.2.1.2.u.2p.a.2u.8.4ze2.2t.bc.8.1cuw.e.w.o.1q.1.1.4.1.7.j.7.7.2.1.2.1.5.g.f.1.o.t.2i.4.6.9.1c.1.2.m.7.c.v.1.1.1.1.1.1.1.m.a.w.4.w.e.m.8.p.v.15.b4c.8.1qdl.2.1r.4m.r.14.18.8.9.13.3x.1o.1c.1kxs.7v0.12.9
America/Denver America/North_Dakota/Center:18l.2o
America/Denver America/Phoenix:15bvf.at.1.1.3.9.b.1.q.1.3.1.q.q.6.2c
America/Dominica:1d3
America/Edmonton:120.z.54.5d.19.qra9.j.1.1.26.1.2.3.1y.6.2.1.1.1.1p.6e.1j.8.2.1.2.1.d7xb.2a.q.2a.2n.1.1.1a.1r
America/El_Salvador:dz
America/Fort_Nelson:1fv
America/Grand_Turk:19t
America/Grenada:14x
America/Guadeloupe:ge
America/Guatemala:dy
America/Guayaquil:4ks.1.1.1.1.1.2
America/Guayaquil Pacific/Galapagos:gh.19c7
America/Guyana:gg
America/Halifax:13o.26.7o.3c.ude3.1d.67zs.h2.1c
America/Havana:1h
America/Jamaica:1a2.62
America/Juneau:435u.2.3.6.c.10sfk.3.i.2.3.f.2.5.1.2.2.2.5.e.g.2.5.b.q.1.1.1.3.1.1.1.5.3.d.1.1.1.2.a.10.i.1.k.2.9.5.7.1.1.2.5.r.1.k.i.1.1.4.2.b.6.10.9.d.2.v.6.5.6.2.i.9.4.2.4.9.1.2.1.1.j.4.2.4.4.3.3.3.1.w.4.4.5.6.1.a.g.6.9.9.3.y.11.h
America/Kralendijk:4mh.1.3
America/La_Paz:gf
America/Lima:1f
America/Los_Angeles:xi.3.4.14.q.18.i.9.a.9.13.7.9.1.h.g.19.6.1.k.b.i.3.2.1j.7.2.m.7.4.8.x.5.7.b.d.9.d.19.d.2.b.9.i.1f.7.9.o.2.k.8l7.1.1.1.1.1.1.1.2b59.17q2.1.2.1b.3.3.m38j.u.a.7.1.2.2.n.2.c.1.3o.6.3.2.9.j.28.14.e.d.2.f.b.8.h.6.1.3.1.4.8.5.13.3.9.7.3.4.3.1.4.6.1.7.7.1.j.1.g.8.w.7.1.2.15.9.b.g.2.j.c4w9.u.2.1.4.3.6.4.f.2.6.b.3.2.9.f.w.3.c.g.8.7.1.v.1.1.3.4.d.5.3.8.2.7.3.9.17.c.7.v.2.9.2.y.1.1.1.1.9.1.l.g.1.3.7.2.1.1.1.v.1.1.4.1.a.1.4.4.1.3.1.1.1.9.8.1.1.5.1.4.1.1.2.1.d.u.1.1.1.2.6.2.4.2.i.3.23.q.1.a
America/Lower_Princes:1bt
America/Managua:e1
America/Manaus:fj.3v2.1.1.2.x2l75
America/Manaus America/Noronha America/Rio_Branco America/Sao_Paulo:1j
America/Martinique:gk
America/Matamoros:14sj.a.1.g.5
America/Mazatlan:426.1.1.5.10aq.8.4.1.1.2.1q.67.1.1.1.10.1.1.4.2.1.2.5.1.1.3.1.e
America/Mazatlan America/Mexico_City:14mh
America/Mexico_City:ei.1.1.1.2.1.1.146x.19.8.3.1.1.1
America/Mexico_City America/Tijuana:14a0
America/Miquelon:e4
America/Montevideo:gm
America/Montserrat:1a8
America/Nassau:yi
America/New_York:xd.1.1.4.5.3.1.3.1.3.4.2.2.3.5.1.8.4.8.7.2.1.2.4.7.i.1.2.1.8.2.2.4.3.2.3.1.2.4.3.8.4.1.b.1.g.6.f.3.3.3.2.1.6.f.6.3.2.3.f.7.2.3.3.6.i.6.5.3.1.1.m.b.a.6.3.1.3.8.3.1.h.3.1.2.1.4.2.1.e.9.5.1.a.b.b.2.1.5.3.e.1.2.a.1.1.6.3.1.4.2.6.3.b.3.5.3.5.1.1.2.7.5.g.1.1.6.2.1.1.7.5.2.7.3.1.4.2.3.2.4.2.1.2.1.2.1.1.1.d.q.2.2.2.2.2.3.2.a.1.4.3.4.2.4.1.6.5.e.5.2.4.5.30a6.a.e.2.d.rgaw.7.8.1.6.l.1.1.6.1.3.5.1.2.1.1.5.6.1.3.1.3.2.8.9.2.a.1.5.5.f.1.1.1.3.8.8.d.d.1.4.6.j.1.2.1.6.3.5.3.1.8.2.e.1.h.2.g.4.1.2.b.4.6.7.4.1.4.6.6.3.4.3.1.3.5.3.4.1.1.8.7.8.3.1.h.3.2.2.1.4.5.4.b.1.3.u.1.4.6.2.c.3.2.1.5.2.8.1.1.1.6.1.3.1.3.4.1.3.4.3.3.6.3.1.2.4.4.2.2.1.2.g.1.3.1.d.3.1.1.3.7.1.2.a.2.1.5.1.1.1.6.2.6.1.1.5.8.6.2.6.5.2.1.4.j.2.e.7.4.a
America/Noronha:172c.2.1.2.2.arl4.4.2.1.1.2znw9.6.h.4.1.1.4.2.1.2.1.1.k.1.5.twmzj.3.1.1.4.2.3.2.d.1.1.3.7.2.1.1.c.f.d.2u.6.2.1.1.1.4.3.1.1.k.5.1.1.1.2.8.1.1.1.1.1.11.6.1.1.1.1.3.2.6.3.5.b.6.1.1.1.l.3.1.10.5.2.1.2.a.a.a.a.a.a.5.3.1.1.6.3g.3.7.2.8.a.9.b.2.2.3.3.a.6.1.1
America/Nuuk:2b3.1.1.1.1.1.2.1
America/Nuuk America/Scoresbysund America/Thule:8b
America/Ojinaga:14lu
America/Panama:e3
America/Paramaribo:gl
America/Phoenix:154.14.2a.l.8h
America/Port-au-Prince:e5
America/Port_of_Spain:1fw
America/Puerto_Rico:1dn.48
America/Puerto_Rico America/St_Johns:1bh.4q
America/Regina:10a.99
America/Rio_Branco:4ao
America/Santiago:fl.1.2.1.1.1.1.1.3wo.1.1.133z.1
America/Santiago Pacific/Easter:1k
America/Santo_Domingo:1e9.k.k
America/Sao_Paulo:fb.1.1.1.3.1.3uo.1.2.1.1.6.1.1.1.q.6.2.1.bv3x.1u.2zusn.7.3.n.a.2.q.1.2.2.n.gf.1.1.5.1.11l.1.1.hp.9h.2.1.7.hr.a.1.ttct4.fgv.4oo2.1.1.o5.c.o.3.1.1.5.1.x.1.2.19.1.a.1e.1.2.a.5.34.a.1.1.s.1.1.2.b.v.e.1.b.2.4.5.m.p.1.1.1.1.9.r.z.1d.1.b.4.c.3.1.l.3.1.3.r.2.h.1.t.3.2.i.1.2.e.2.1.b.1.2.4.1.6.2.1.5.4.1.1.6.5v.2.1p.1.3.y.4hn.1.1.1.1.3w5.5h0.l.ou.1.19.1.1.3.4b.7s.3.7.2.1.2.1.y.5.1.1.4.b.8.7.4.3.1.1.3t.1.1.1k.4n5.1.1.1.r.1.13.1.13.1.1.1.1.15.p.1.4.2.1mg.2.p9.1.3.2.5o.27.8.2.1.3.4.c.1.1.2.2.r.1.1.d.3.3.1.6.13.1.1.1.1.1k.7z.1.6.1.1.4o5.1.1.12.1.1d.10.o.1.1.3.2
America/Scoresbysund:n5b
America/St_Johns:10muj.2.8.j.1.m.2d.4.1x.h.4.8.2.l.18.2.15.3.h.12.1.2.2.4.8.m.9.3.2.8.r.4.3.9.1.6.2.6.1.3.1.1.n.4.1a.2.1e.b
America/St_Kitts:1fx
America/St_Lucia:1cu
America/St_Thomas:118
America/St_Vincent:1dk
America/Tegucigalpa:e0
America/Thule:n59
America/Tijuana:14lk.u.c.3.3.1.l
America/Toronto:y2.n.e.q.1i.b.b.2.f.y.2.j.1.c.i.1a.5.t.v.2.w.y.10.m.11.b.1i.c.1i.w.11.13zud
America/Tortola:zo
America/Vancouver:yc.e.7.9n.1w.2y.13zh0.1n.1r.28.2p.y.1.91
America/Winnipeg:xg.6b.17.32.12p8n.1f.5d.1.e.1u.4z.a.5h.1a2n
Arctic/Longyearbyen:3or
Arctic/Longyearbyen Europe/Oslo:1b
Asia/Aden:qv
Asia/Almaty:lf.1.7
Asia/Almaty Asia/Aqtobe:25
Asia/Almaty Asia/Aqtobe Europe/Moscow:60o.8.1.1
Asia/Amman:qq
Asia/Anadyr:5qb
Asia/Anadyr Asia/Irkutsk Asia/Kamchatka Asia/Krasnoyarsk Asia/Magadan Asia/Novosibirsk Asia/Omsk Asia/Sakhalin Asia/Vladivostok Asia/Yakutsk Asia/Yekaterinburg Europe/Kaliningrad Europe/Moscow Europe/Samara:7
Asia/Aqtobe:5y7.1.1.g
Asia/Ashgabat:rl
Asia/Baghdad:qs
Asia/Bahrain:r1
Asia/Baku:rm
Asia/Bangkok:1u
Asia/Beirut:qp
Asia/Bishkek:ro
Asia/Brunei:ip
Asia/Colombo:2m
Asia/Damascus:qr
Asia/Dhaka:og
Asia/Dili:im
Asia/Dubai:qz
Asia/Dushanbe:rk
Asia/Gaza Asia/Hebron:qy
Asia/Ho_Chi_Minh:2c
Asia/Hong_Kong:no
Asia/Hovd:23bi.a
Asia/Hovd Asia/Ulaanbaatar:r4
Asia/Irkutsk:5mt.2m
Asia/Jakarta:ha.4.1.4bo.1.1.1.1.i.3.17ep.2.4.3.3.3.aw.12.5.g
Asia/Jakarta Asia/Jayapura:1cjn.11
Asia/Jakarta Asia/Jayapura Asia/Makassar:1q
Asia/Jakarta Asia/Makassar:h9.1bd6.ac.27.1m.n
Asia/Jayapura:4uq.1.1.6.17pp.4.1.1.5.4.1.2.2.4
Asia/Jayapura Asia/Makassar:1c5f
Asia/Jerusalem:r0
Asia/Kabul:2l
Asia/Kamchatka:5pz
Asia/Karachi:2k
Asia/Kathmandu:r5
Asia/Kolkata:2j
Asia/Krasnoyarsk:5p4.1.3.2.1.3
Asia/Kuching:1o
Asia/Kuwait:qt
Asia/Macau:np
Asia/Magadan:5px
Asia/Makassar:hc.4bw.1.1.g.1.17eo.1.5.1.8.1
Asia/Manila:1r
Asia/Muscat:qw
Asia/Nicosia:9x
Asia/Novosibirsk:5p2.1
Asia/Omsk:5p1
Asia/Phnom_Penh:nr
Asia/Pyongyang:nm
Asia/Qatar:r2
Asia/Riyadh:qu
Asia/Sakhalin:5q8
Asia/Seoul:2a
Asia/Shanghai:2e
Asia/Singapore:1t
Asia/Taipei:om
Asia/Tashkent:rq
Asia/Tbilisi:rn
Asia/Tehran:2q
Asia/Thimphu:r3
Asia/Tokyo:29
Asia/Ulaanbaatar:7j9.1.1.1.1.1vs2.1.1.2.6.1.1.2
Asia/Vientiane:ns
Asia/Vladivostok:5q5.2.3
Asia/Yakutsk:5mu.31.5
Asia/Yangon:2n
Asia/Yekaterinburg:kd.1.1
Asia/Yerevan:ae
Atlantic/Azores:7j24.3.1
Atlantic/Azores Europe/Lisbon:9r
Atlantic/Bermuda:141
Atlantic/Canary:qva.5.1.2m.6
Atlantic/Canary Europe/Madrid:y
Atlantic/Cape_Verde:6m
Atlantic/Faroe:8a
Atlantic/Reykjavik:9u
Atlantic/St_Helena:6v.17
Atlantic/Stanley:dw
Australia/Adelaide Australia/Brisbane Australia/Darwin Australia/Perth Australia/Sydney:h2
Australia/Adelaide Australia/Brisbane Australia/Eucla Australia/Lord_Howe Australia/Perth Australia/Sydney Indian/Christmas Indian/Cocos:1p
Australia/Adelaide Australia/Eucla Australia/Perth:10uixl.2
Australia/Adelaide Australia/Perth:4ru.1.1.1.16ya.bxin.3bb7u.1.8.6.1.1.x544z.g.3.l.1.1.1.1.c.2.r.2.m.c.6.1.1.2.5.1.1.1
Australia/Adelaide Australia/Perth Indian/Christmas:10ujem.1.1.1.3w.t.3.s.1i.1d.e.1d.29.15.5n.1.9.1.1
Australia/Adelaide Australia/Perth Indian/Cocos:10ujeq.1.1.h.2l.s.t.3.s.1i.18.e.1a.1o.1y.5o.75
Australia/Brisbane:1bmr.bwok.2.2.1.e.1.3.9.1.6.8.3.2.5.2.1.7.1.1.1.g.3b21k.1.1.1.pe.1.l.1.5.f.5.1.1.1.r.1.5e.1.3.1.4.g.3.3.8.3.9.1p.1.1.1.1.4.3.k.1.8.9.3.1.1.3.x.1b.6.1.1.1t.x.1.1.i.2a.t.y.4.8.5.1n.d.1.3.1.5.4.1.2.1.4.2.23.x2kc9.1.1.1.7el.14.1.2.8.8.7c.f.1i.1mf.4.1g2.1.1.1.ji.k6.1.1.3.7g.1.1.1.us.fk.b.kv.1.1.1c.1.8q
Australia/Lord_Howe:10gwp9.2i.1y.1v.r.1q.18.4b.a8.1.71z.1.1.h.1t.2f.19.19.7d.q.a6
Australia/Perth:d98v.3bb7q.b.x544v.3t.1.1
Australia/Sydney:gz.1.1.4.d8rs.1.3bb82.1.1.x547z.p.2.1.1
Europe/Amsterdam:v
Europe/Andorra:ag
Europe/Athens:u
Europe/Belgrade:al.2
Europe/Berlin:1d
Europe/Bratislava:bp
Europe/Brussels:w
Europe/Bucharest:14
Europe/Budapest:10
Europe/Chisinau:ad
Europe/Copenhagen:19
Europe/Dublin:9t
Europe/Gibraltar:9q
Europe/Guernsey:9gnd
Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London:18
Europe/Guernsey Europe/Isle_of_Man Europe/London:cb.2.3.1.33p.1.1.1.1.1.2.1.1.v2x.2.1.2.1.1.1.8muw.1.2.1.2.1b.6
Europe/Helsinki:2rh.1.1.2.1.2.1
Europe/Helsinki Europe/Mariehamn:9y.rcs.a.9.1.9.b.a.k
Europe/Isle_of_Man:9grc
Europe/Istanbul:2i
Europe/Jersey:9gou
Europe/Kaliningrad:kk
Europe/Kyiv:ak
Europe/Lisbon:2pk
Europe/Ljubljana:aq
Europe/London:c9.1
Europe/Luxembourg:9s
Europe/Madrid:9l.3.1
Europe/Malta:9w
Europe/Mariehamn:rmy
Europe/Minsk:af
Europe/Monaco:ah
Europe/Moscow:kg.b.1.1.w.1.1.3.1.5ew.1.10.1.2.1.1.2.8.1.1
Europe/Oslo:d2.2.1.1.1.1.1.1.1
Europe/Paris:x
Europe/Podgorica:am
Europe/Prague:bo
Europe/Riga:ab
Europe/Rome:au.4.3
Europe/Rome Europe/Vatican:13.8dkn
Europe/Samara:5nx.dx.4.2.3
Europe/San_Marino:ai
Europe/Sarajevo:ar
Europe/Skopje:at
Europe/Sofia:9z
Europe/Stockholm:1a
Europe/Tallinn:ac
Europe/Tirane:9v
Europe/Vaduz:br
Europe/Vatican:2bqfe
Europe/Vienna:17
Europe/Vilnius:aa
Europe/Warsaw:1c
Europe/Zagreb:ap
Europe/Zurich:15
Indian/Antananarivo:79
Indian/Chagos:6u
Indian/Christmas:3onl8.x50y5.t.t.t.t.t.t.t.i.d.vf7
Indian/Cocos:3onl6.x50y8.t.t.t.t.1m.1b.v8g
Indian/Comoro:7h
Indian/Mahe:6w
Indian/Maldives:qo
Indian/Mauritius:6e
Indian/Mayotte:k9j.523q.1eopk.1s1.28.83
Indian/Mayotte Indian/Reunion:7a
Indian/Reunion:k9p.c.1.6.1.522t.1.1eopp.1s3.28.7v.1
Pacific/Apia:j1
Pacific/Auckland:ht.1.1.1.1.1.1.1.1
Pacific/Auckland Pacific/Chatham:1s
Pacific/Chatham:1dmy
Pacific/Chuuk:5c1.eokc
Pacific/Chuuk Pacific/Kosrae Pacific/Pohnpei:j7
Pacific/Easter:4cg
Pacific/Efate:iu
Pacific/Fakaofo:j6
Pacific/Fiji:iv
Pacific/Funafuti:j4
Pacific/Gambier Pacific/Marquesas Pacific/Tahiti:j5
Pacific/Guadalcanal:it
Pacific/Guam:1af
Pacific/Honolulu:1e8.14ui5
Pacific/Kanton Pacific/Kiritimati Pacific/Tarawa:j2
Pacific/Kosrae:1hch
Pacific/Majuro:j8
Pacific/Nauru:iq
Pacific/Niue:iz
Pacific/Norfolk:io
Pacific/Noumea:j3
Pacific/Pago_Pago:1as
Pacific/Palau:iw
Pacific/Pohnpei:1hcc.dcjo.1.3.2
Pacific/Port_Moresby:ir
Pacific/Rarotonga:iy
Pacific/Saipan:1ae
Pacific/Tahiti:5bi.1bwu.1
Pacific/Tongatapu:is
Pacific/Wallis:ix
`;
