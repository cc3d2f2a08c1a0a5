-- Every privileged act: who, what, before, after, from where. Written in the transaction of the act; each row's hash
-- covers the row before it, so that a change or a gap shows.
CREATE TABLE audit_log (
  seq         bigint PRIMARY KEY CHECK (seq > 0),
  at          timestamptz NOT NULL,
  actor_type  text NOT NULL CHECK (actor_type IN ('customer', 'merchant', 'developer', 'operator', 'key', 'admin')),
  actor_id    text NOT NULL,
  -- noun.verb: wallet.frozen, kyc.approved, key.revoked
  action      text NOT NULL,
  -- The record that was acted on.
  target      text NOT NULL,
  before      jsonb,
  after       jsonb,
  reason      text,
  address     text,
  request_id  text,
  previous    bytea NOT NULL,
  hash        bytea NOT NULL
);
CREATE INDEX audit_log_target ON audit_log (target, seq);
CREATE INDEX audit_log_actor ON audit_log (actor_id, seq);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT ON audit_log TO rialto_service;
  END IF;
END $$;
