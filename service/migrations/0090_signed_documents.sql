-- The keys that sign documents. Their public halves are published as long as the documents are kept, so they are not
-- those of access tokens, which expire.
CREATE TABLE document_keys (
  number      int PRIMARY KEY CHECK (number > 0),
  kid         text NOT NULL UNIQUE,
  public_jwk  jsonb NOT NULL,
  -- PKCS #8, sealed.
  private_key bytea NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);

-- Documents as they were signed, with their detached JWS. The subject is a close, or a safeguarding report.
CREATE TABLE signed_documents (
  subject    text COLLATE "C" NOT NULL,
  format     text NOT NULL CHECK (format IN ('pdf', 'csv')),
  bytes      bytea NOT NULL,
  jws        text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subject, format)
);
CREATE TRIGGER signed_documents_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON signed_documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT INSERT, SELECT ON document_keys, signed_documents TO rialto_service;
  END IF;
END $$;
