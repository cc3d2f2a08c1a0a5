-- Items of a payout to somebody whom an earlier item of it pays, in another spelling or by another wallet. Counted when it is made.
ALTER TABLE payouts ADD COLUMN repeated_recipients int NOT NULL DEFAULT 0;
