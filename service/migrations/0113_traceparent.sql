-- The W3C traceparent of the request behind an event or a refund, if it was traced. Payments, payouts, exports and
-- checkout sessions keep it in their column `request`.
ALTER TABLE events ADD COLUMN traceparent text;
ALTER TABLE refunds ADD COLUMN traceparent text;
