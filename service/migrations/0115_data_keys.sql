-- The keys that seal rows and key hashes, by purpose. Several generations of one purpose are accepted during a
-- rotation. The first generation of a database of an earlier version is the key that was derived from SECRET_KEY.
CREATE TABLE data_keys (
  purpose    text COLLATE "C" NOT NULL,
  generation smallint NOT NULL CHECK (generation > 0),
  -- Whoever has the SECRET_KEY of that time can derive the key without the database.
  derived    boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Every node has the key before it seals with it.
  used_from  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (purpose, generation)
);

-- A data key, sealed under a SECRET_KEY. During a rotation each is sealed under two.
CREATE TABLE data_key_seals (
  purpose     text COLLATE "C" NOT NULL,
  generation  smallint NOT NULL,
  -- The fingerprint of the SECRET_KEY.
  secret      text COLLATE "C" NOT NULL,
  sealed      bytea NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (purpose, generation, secret),
  FOREIGN KEY (purpose, generation) REFERENCES data_keys ON DELETE CASCADE
);

-- How far documents were sealed again under a generation. Rows show their generation themselves.
CREATE TABLE document_reseals (
  generation smallint PRIMARY KEY,
  -- The id of the last document that was sealed again, and when all were.
  reached    text COLLATE "C" NOT NULL DEFAULT '',
  ended_at   timestamptz
);

-- The generation of a stored hash: hashes of a later generation than the first begin with it.
CREATE FUNCTION hash_generation(hash bytea) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN length(hash) <= 32 THEN 1 ELSE get_byte(hash, 0) * 256 + get_byte(hash, 1) END
$$;

-- The generation of sealed bytes: a later generation than the first is behind the mark RDK1.
CREATE FUNCTION sealed_generation(sealed bytea) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN substr(sealed, 1, 4) = '\x52444b31' THEN get_byte(sealed, 4) * 256 + get_byte(sealed, 5) ELSE 1 END
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    -- A node makes the first keys of a database. An operator retires keys, as the tables' owner.
    GRANT SELECT, INSERT ON data_keys TO rialto_service;
    GRANT SELECT, INSERT ON data_key_seals TO rialto_service;
    GRANT SELECT ON document_reseals TO rialto_service;
  END IF;
END $$;
