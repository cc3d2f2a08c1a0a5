-- The rules compare open items in slices. Each item has what they compare, so that a slice finds its candidates in an
-- index. `gross` is the amount of the line or the entry; null for an item that no rule matches.
ALTER TABLE open_items ADD COLUMN gross bigint, ADD COLUMN at timestamptz, ADD COLUMN kind text,
  ADD COLUMN reference text;
UPDATE open_items o SET gross = CASE WHEN o.result NOT IN ('amount_differs', 'fee_differs') THEN l.amount END,
  at = coalesce(l.at, l.booked_on + interval '12 hours'), kind = l.kind, reference = l.reference
FROM statement_lines l WHERE o.side = 'there' AND l.id = o.item;
UPDATE open_items o SET gross = CASE WHEN e.kind <> 'provider_fee' THEN e.amount END, kind = e.kind,
  at = timestamptz 'epoch' + e.position * interval '1 microsecond'
FROM rail_entries e
WHERE o.side = 'here' AND e.rail = o.rail AND e.position = CASE o.side WHEN 'here' THEN o.item END::bigint;
CREATE INDEX open_items_by_amount ON open_items (rail, side, gross, at) WHERE gross IS NOT NULL;
CREATE INDEX open_items_by_day ON open_items (day, side, rail);
CREATE INDEX open_items_by_reference ON open_items (rail, reference) WHERE reference IS NOT NULL;

-- The first day whose entries were looked for. A statement of an earlier day moves it back.
ALTER TABLE reconciled_rails ADD COLUMN opened_from date;

-- When a node last asked the provider for the file of a day. Another node asks after a while.
ALTER TABLE reconciled_rails ADD COLUMN asked_at timestamptz;
