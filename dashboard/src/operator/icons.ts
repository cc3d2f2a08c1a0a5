// The icons of Lucide 1.75.0 that only operators’ pages use. The first page of a merchant does not load them.
// Copyright (c) 2026 Lucide Icons and Contributors (ISC) and, in part, 2013-present Cole Bemis (MIT):
// ui/icons-licence.md.
import { icon } from '../ui/icon.tsx';

export const Activity = icon(
  'M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0',
  'l-2.35 8.36A2 2 0 0 1 4.49 12H2',
);
export const ArrowDownLeft = icon('M17 7 7 17 M17 17H7V7');
export const BadgeCheck = icon(
  'M3.85 8.62',
  'a4 4 0 0 1 4.78-4.77 4 4 0 0 1 6.74 0 4 4 0 0 1 4.78 4.78 4 4 0 0 1 0 6.74 4 4 0 0 1-4.77 4.78',
  '4 4 0 0 1-6.75 0 4 4 0 0 1-4.78-4.77 4 4 0 0 1 0-6.76Z M16 9l-5.5 5.5L8 12',
);
export const BookCheck = icon(
  'M4 19.5v-15A2.5 2.5 0 0 1 6.5 2H19a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H6.5a1 1 0 0 1 0-5H20 M9 9.5l2 2 4-4',
);
export const CalendarCheck = icon(
  'M8 2v4 M16 2v4 M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z M3 10h18 M9 16l2 2 4-4',
);
export const Gauge = icon('M12 14l4-4 M3.34 19a10 10 0 1 1 17.32 0');
export const ListChecks = icon('M13 5h8 M13 12h8 M13 19h8 M3 17l2 2 4-4 M3 7l2 2 4-4');
export const Percent = icon(
  'M19 5L5 19 M4 6.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z',
  'M15 17.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z',
);
export const ShieldCheck = icon(
  'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1',
  'c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z M9 12l2 2 4-4',
);
