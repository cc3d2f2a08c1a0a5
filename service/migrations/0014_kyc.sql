-- KYC: what customers submit to be identified, and what operators decide.

-- An image or PDF; its bytes are in the document store, encrypted, under this id. The row comes first, so that no bytes
-- lie there that nothing knows of.
CREATE TABLE kyc_documents (
  id           text COLLATE "C" PRIMARY KEY,
  user_id      text COLLATE "C" NOT NULL REFERENCES users,
  content_type text NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'application/pdf')),
  size         int NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  sha256       bytea NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  -- When its bytes were in the store.
  stored_at    timestamptz,
  -- When the first submission named it: from then on it is kept.
  used_at      timestamptz,
  -- When it was found that nobody used it: its bytes go next, and no submission takes it any more.
  doomed_at    timestamptz,
  CHECK (used_at IS NULL OR (stored_at IS NOT NULL AND doomed_at IS NULL))
);
CREATE INDEX kyc_documents_unused ON kyc_documents (created_at) WHERE used_at IS NULL;
CREATE INDEX kyc_documents_unused_of_user ON kyc_documents (user_id) WHERE used_at IS NULL;

CREATE TABLE kyc_submissions (
  id            text COLLATE "C" PRIMARY KEY,
  user_id       text COLLATE "C" NOT NULL REFERENCES users,
  -- The user's.
  livemode      boolean NOT NULL,
  status        text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'superseded')),
  -- The customer's newest.
  current       boolean NOT NULL DEFAULT true,
  document_type text NOT NULL CHECK (document_type IN ('passport', 'national_id', 'driving_licence', 'voter_card', 'other')),
  -- Name, date of birth and document number: AES-256-GCM under a key of its own purpose, bound to the id.
  identity      bytea NOT NULL,
  documents     text[] NOT NULL CHECK (cardinality(documents) <= 3),
  tier          smallint CHECK (tier BETWEEN 1 AND 2),
  reason        text,
  decided_by    text COLLATE "C" REFERENCES operators,
  decided_at    timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now(),
  version       int NOT NULL DEFAULT 1,
  CHECK ((status IN ('approved', 'rejected')) = (decided_at IS NOT NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  CHECK (current OR status <> 'pending')
);
-- So one at most is pending.
CREATE UNIQUE INDEX kyc_submissions_current ON kyc_submissions (user_id) WHERE current;
CREATE INDEX kyc_submissions_user ON kyc_submissions (user_id, id);
CREATE INDEX kyc_submissions_status ON kyc_submissions (status, id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON kyc_documents TO rialto_service;
    GRANT SELECT, INSERT, UPDATE ON kyc_submissions TO rialto_service;
  END IF;
END $$;
