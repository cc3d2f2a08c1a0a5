-- The daily close of a rail: its figures, and the items that explain the difference between both sides.

CREATE TABLE closes (
  id            text COLLATE "C" PRIMARY KEY,
  rail          text NOT NULL,
  livemode      boolean NOT NULL,
  currency      text NOT NULL,
  day           date NOT NULL,
  time_zone     text NOT NULL,
  -- The end of the day there. Both sides are cut at it.
  cut_at        timestamptz NOT NULL,
  -- The source of the closing balance at the provider.
  source        text NOT NULL CHECK (source IN ('statement', 'lines', 'float')),
  -- Minor units: the money at the provider by its statement (there) and by our books (here).
  opening_there bigint NOT NULL,
  closing_there bigint NOT NULL,
  opening_here  bigint NOT NULL,
  closing_here  bigint NOT NULL,
  -- [{side, kind, count, sum, fees}]
  movements     jsonb NOT NULL,
  -- [{kind, count, amount}]: the items by kind. Their sum is closing_there - closing_here.
  explained     jsonb NOT NULL,
  -- Opening entries up to this position of the clearing wallet are in the opening balance of the first close.
  opened_to     bigint NOT NULL,
  status        text NOT NULL DEFAULT 'closed' CHECK (status IN ('closed', 'reviewed')),
  created_by    text COLLATE "C" NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  reviewed_by   text COLLATE "C",
  reviewed_at   timestamptz,
  UNIQUE (rail, day),
  CHECK (reviewed_by <> created_by),
  CHECK ((status = 'reviewed') = (reviewed_by IS NOT NULL AND reviewed_at IS NOT NULL))
);
CREATE INDEX closes_of_rail ON closes (rail, id);
CREATE INDEX closes_by_day ON closes (day, currency);

-- An item explains a part of the difference: a line or an entry without the other side, or a match of which a part is
-- outside the day. The next close starts from these lines and entries.
CREATE TABLE close_items (
  -- The items are written before the sums of their close.
  close   text COLLATE "C" NOT NULL REFERENCES closes DEFERRABLE INITIALLY DEFERRED,
  number  int NOT NULL,
  kind    text NOT NULL,
  -- The match: its leading line, an entry, a case or a file.
  match   text COLLATE "C" NOT NULL,
  amount  bigint NOT NULL,
  lines   text[] COLLATE "C" NOT NULL,
  entries bigint[] NOT NULL,
  -- The charges of these lines are in the item of their file.
  charged boolean NOT NULL,
  day     date NOT NULL,
  record  text,
  PRIMARY KEY (close, number)
);

-- Lines and entries of closed days whose match was undone since: the next close counts them again. The charge of a line
-- was posted in a sum for its file, whose item no longer has it.
CREATE TABLE close_reopened (
  rail   text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  side   text NOT NULL CHECK (side IN ('there', 'here')),
  item   text COLLATE "C" NOT NULL,
  charge bigint NOT NULL,
  file   text COLLATE "C",
  PRIMARY KEY (rail, number)
);

CREATE FUNCTION keep_close() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'closed' AND NEW.status = 'reviewed'
     AND to_jsonb(OLD) - '{status,reviewed_by,reviewed_at}'::text[]
       = to_jsonb(NEW) - '{status,reviewed_by,reviewed_at}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a closed day never changes' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER closes_keep BEFORE UPDATE ON closes FOR EACH ROW EXECUTE FUNCTION keep_close();
CREATE TRIGGER closes_stay BEFORE DELETE OR TRUNCATE ON closes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER close_items_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON close_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT INSERT, SELECT ON closes, close_items TO rialto_service;
    GRANT UPDATE (reviewed_at, reviewed_by, status) ON closes TO rialto_service;
    GRANT SELECT, INSERT, UPDATE, DELETE ON close_reopened TO rialto_service;
  END IF;
END $$;
