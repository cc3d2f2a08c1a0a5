-- Merchants sign up, invite developers to their integrations, and have people of their own at the keys.

-- What names an integration on the command line: plain ASCII of its first name. "Café du Port" → cafe-du-port, "商店" → ''
CREATE FUNCTION slug_of(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT trim(BOTH '-' FROM regexp_replace(
    regexp_replace(lower(normalize(name, NFKD)), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'))
$$;

-- The name is the merchant's to choose and change; the slug is unique in the deployment and stays.
ALTER TABLE integrations
  ADD COLUMN slug text COLLATE "C",
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN version int NOT NULL DEFAULT 1,
  DROP CONSTRAINT integrations_name_key;
UPDATE integrations i SET slug = CASE WHEN n.nth = 1 AND n.slug <> '' THEN n.slug ELSE coalesce(nullif(n.slug, ''), 'integration') || '-' || right(i.id, 6) END
FROM (SELECT id, slug_of(name) AS slug, row_number() OVER (PARTITION BY slug_of(name) ORDER BY id) AS nth FROM integrations) n
WHERE n.id = i.id;
ALTER TABLE integrations ALTER COLUMN slug SET NOT NULL, ADD UNIQUE (slug);
-- Names were unique to the letter: of a merchant's "Shop" and "shop" the later one is told by its slug from now on.
UPDATE integrations i SET name = i.slug
WHERE EXISTS (SELECT FROM integrations o WHERE o.merchant_id = i.merchant_id AND lower(o.name) = lower(i.name) AND o.id < i.id);
CREATE UNIQUE INDEX integrations_name ON integrations (merchant_id, lower(name));

ALTER TABLE api_keys
  ADD COLUMN label text,
  -- usr_… or dev_…; null for the operator's command line.
  ADD COLUMN created_by text COLLATE "C" REFERENCES accounts,
  -- To the minute, and written beside the request (access/key-use.ts).
  ADD COLUMN last_used_at timestamptz;

CREATE INDEX users_merchant ON users (merchant_id, id) WHERE merchant_id IS NOT NULL;

CREATE TABLE invitations (
  id             text COLLATE "C" PRIMARY KEY,
  integration_id text COLLATE "C" NOT NULL REFERENCES integrations,
  -- Lower-case, as accounts have it.
  email          text NOT NULL,
  role           text NOT NULL CHECK (role IN ('owner', 'developer', 'viewer')),
  -- HMAC of the token that was sent.
  token_hash     bytea NOT NULL UNIQUE,
  invited_by     text COLLATE "C" NOT NULL REFERENCES accounts,
  created_at     timestamptz NOT NULL DEFAULT now(),
  expires_at     timestamptz NOT NULL,
  accepted_at    timestamptz,
  withdrawn_at   timestamptz
);
CREATE INDEX invitations_integration ON invitations (integration_id, id);
CREATE INDEX invitations_expires_at ON invitations (expires_at);
-- One at a time for each address: a newer one ends the one before.
CREATE UNIQUE INDEX invitations_open ON invitations (integration_id, email) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON invitations TO rialto_service;
  END IF;
END $$;
