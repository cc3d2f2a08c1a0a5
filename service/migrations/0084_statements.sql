-- Statements of providers and banks, and the same movements in the books. Amounts are signed, in minor units: positive
-- into the money at the provider.

-- How each rail is reconciled. A rail without a row is not.
CREATE TABLE reconciled_rails (
  rail       text PRIMARY KEY,
  livemode   boolean NOT NULL,
  currency   text NOT NULL,
  -- The layout of its statement files.
  layout     text NOT NULL,
  -- The account that its statements name; null: any.
  account    text,
  -- IANA name: the day of a booking is the day there.
  time_zone  text NOT NULL,
  -- A movement that the other side lacks for this many days is an exception.
  delay_days smallint NOT NULL DEFAULT 1 CHECK (delay_days BETWEEN 0 AND 30),
  -- The provider tells its fees in the statement alone: they are posted from there.
  posts_fees boolean NOT NULL DEFAULT true,
  -- Its own list is read up to here; null: it is not read.
  read_to    timestamptz,
  -- Where files are collected: {"directory"} or {"sftp"}, without secrets.
  pickup     jsonb,
  pickup_credentials bytea,
  picked_up_at timestamptz,
  -- The position of the last entry that was copied from the clearing wallet.
  copied_to  bigint NOT NULL DEFAULT 0,
  -- The position of the last entry that was looked at for an open item.
  opened_to  bigint NOT NULL DEFAULT 0,
  -- The last closed day.
  closed_to  date,
  -- The last reconciliation: one node works on a rail.
  claimed_at timestamptz,
  done_at    timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1
);

-- Layouts that operators made; those of the connectors are in the code.
CREATE TABLE statement_layouts (
  name       text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  layout     jsonb NOT NULL,
  created_by text COLLATE "C" NOT NULL REFERENCES operators (id),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A file, or what one reading of a provider's list gave.
CREATE TABLE statement_files (
  id          text COLLATE "C" PRIMARY KEY,
  rail        text NOT NULL,
  livemode    boolean NOT NULL,
  source      text NOT NULL CHECK (source IN ('upload', 'directory', 'sftp', 'provider')),
  name        text NOT NULL,
  layout      text NOT NULL,
  size        bigint NOT NULL DEFAULT 0,
  sha256      bytea,
  -- receiving → waiting → reading → imported or refused. Its lines count only once it is imported.
  status      text NOT NULL CHECK (status IN ('receiving', 'waiting', 'reading', 'imported', 'refused')),
  read_bytes  bigint NOT NULL DEFAULT 0,
  lines       bigint NOT NULL DEFAULT 0,
  new_lines   bigint NOT NULL DEFAULT 0,
  problems    jsonb NOT NULL DEFAULT '[]',
  created_by  text COLLATE "C" NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  claimed_at  timestamptz,
  matched_at  timestamptz,
  CHECK ((status IN ('imported', 'refused')) = (finished_at IS NOT NULL))
);
CREATE UNIQUE INDEX statement_files_once ON statement_files (rail, sha256) WHERE status NOT IN ('receiving', 'refused');
CREATE INDEX statement_files_of_rail ON statement_files (rail, id);
CREATE INDEX statement_files_open ON statement_files (id) WHERE status IN ('receiving', 'waiting', 'reading');
CREATE INDEX statement_files_unmatched ON statement_files (rail) WHERE status = 'imported' AND matched_at IS NULL;

-- The bytes of a file, sealed, in the store of documents.
CREATE TABLE statement_chunks (
  file     text COLLATE "C" NOT NULL REFERENCES statement_files (id) ON DELETE CASCADE,
  number   int NOT NULL,
  document text COLLATE "C" NOT NULL,
  size     int NOT NULL,
  PRIMARY KEY (file, number)
);

-- One statement of one account in a file.
CREATE TABLE statements (
  id       text COLLATE "C" PRIMARY KEY,
  file     text COLLATE "C" NOT NULL REFERENCES statement_files (id) ON DELETE CASCADE,
  rail     text NOT NULL,
  account  text,
  number   text,
  page     int,
  from_on  date,
  to_on    date,
  opening  bigint,
  closing  bigint,
  -- Booked lines, and their sum less the charges inside them.
  lines    bigint NOT NULL,
  total    bigint NOT NULL
);
CREATE INDEX statements_of_rail ON statements (rail, to_on);
CREATE INDEX statements_of_file ON statements (file);

-- A movement that the provider lists. It is the same line, in whatever file it comes, by key and occurrence: the key is
-- the provider's id and the kind, or a digest of the line; the occurrence counts equal keys inside one file.
CREATE TABLE statement_lines (
  id           text COLLATE "C" NOT NULL,
  rail         text NOT NULL,
  key          text COLLATE "C" NOT NULL,
  occurrence   int NOT NULL,
  file         text COLLATE "C" NOT NULL,
  line         int NOT NULL,
  operation    text COLLATE "C",
  record       text COLLATE "C",
  reference    text,
  kind         text NOT NULL,
  amount       bigint NOT NULL,
  fee          bigint NOT NULL DEFAULT 0,
  booked_on    date NOT NULL,
  -- The day that it is counted on: the booking day, or the first open day if that one was closed.
  accounted_on date NOT NULL,
  at           timestamptz,
  phone        text,
  state        text NOT NULL CHECK (state IN ('booked', 'pending', 'refused')),
  -- The id of the line that leads the match. Both sides of a match have it.
  match        text COLLATE "C",
  result       text,
  rule         text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  UNIQUE (rail, key, occurrence)
) WITH (fillfactor = 70);
CREATE INDEX statement_lines_by_day ON statement_lines (rail, accounted_on, id);
-- The other lines of a match: few have one.
CREATE INDEX statement_lines_led ON statement_lines (match) WHERE match <> id;
CREATE INDEX statement_lines_of_file ON statement_lines (file, id);

-- The entries of the rail's clearing wallet, with what the provider knows them by.
CREATE TABLE rail_entries (
  rail      text NOT NULL,
  position  bigint NOT NULL,
  source    text COLLATE "C" NOT NULL,
  kind      text NOT NULL,
  amount    bigint NOT NULL,
  booked_on date NOT NULL,
  handle    text COLLATE "C",
  receipt   text COLLATE "C",
  phone     text,
  match     text COLLATE "C",
  result    text,
  rule      text,
  PRIMARY KEY (rail, position)
) WITH (fillfactor = 70);
-- No index but the key begins with the rail: while the table is empty the planner may take such an index for the key.
CREATE INDEX rail_entries_by_source ON rail_entries (source, rail);
CREATE INDEX rail_entries_by_receipt ON rail_entries (receipt, rail) WHERE receipt IS NOT NULL;
CREATE INDEX rail_entries_by_handle ON rail_entries (handle, rail) WHERE handle IS NOT NULL;
CREATE INDEX rail_entries_by_day ON rail_entries (booked_on, rail);

-- Lines and entries without a whole match. They leave when they have one.
CREATE TABLE open_items (
  rail        text NOT NULL,
  side        text NOT NULL CHECK (side IN ('there', 'here')),
  -- The id of the line, or the position of the entry.
  item        text COLLATE "C" NOT NULL,
  -- waiting: within the normal delay.
  result      text NOT NULL CHECK (result IN ('waiting', 'missing_there', 'missing_here', 'amount_differs',
                'fee_differs', 'duplicate_there', 'ambiguous', 'reversed')),
  -- The part that the other side lacks.
  amount      bigint NOT NULL,
  day         date NOT NULL,
  since       timestamptz NOT NULL DEFAULT now(),
  timing_until date,
  case_id     text COLLATE "C" REFERENCES cases (id),
  PRIMARY KEY (rail, side, item)
);
CREATE INDEX open_items_of_case ON open_items (case_id) WHERE case_id IS NOT NULL;

-- How lines and entries without a common id may match. Operators try them first without effect.
CREATE TABLE matching_rules (
  id          text COLLATE "C" PRIMARY KEY,
  rail        text,
  place       int NOT NULL,
  name        text NOT NULL,
  -- one_to_one, day_to_line (the entries of a day are one line), lines_to_entry.
  shape       text NOT NULL CHECK (shape IN ('one_to_one', 'entries_to_line', 'lines_to_entry')),
  kinds       text[] NOT NULL DEFAULT '{}',
  compare     text[] NOT NULL,
  window_hours int NOT NULL CHECK (window_hours BETWEEN 1 AND 720),
  enabled     boolean NOT NULL DEFAULT true,
  created_by  text COLLATE "C" NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX matching_rules_in_order ON matching_rules (place, id);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON reconciled_rails, statement_layouts, statement_files, statement_chunks,
      statements, statement_lines, rail_entries, open_items, matching_rules TO rialto_service;
  END IF;
END $$;
