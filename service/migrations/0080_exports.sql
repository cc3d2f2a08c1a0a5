-- Files of many records, written in the background. The row is the job, and keeps its progress: each part of the file
-- is stored before the row moves on, so another node continues after a crash.
CREATE TABLE exports (
  world        int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id           text COLLATE "C" NOT NULL,
  resource     text NOT NULL CHECK (resource IN ('payments', 'refunds', 'transfers', 'payouts', 'entries', 'fees')),
  format       text NOT NULL CHECK (format IN ('csv', 'xlsx', 'jsonl')),
  filters      jsonb NOT NULL,
  status       text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  failure      jsonb,
  -- The records are those created from `since` (null: all) up to, but not including, `before`.
  since        timestamptz,
  before       timestamptz NOT NULL,
  schedule_id  text COLLATE "C",
  -- The person who gets a message. Null for a key.
  requested_by text COLLATE "C",
  -- The request that created it, for its event.
  request      jsonb NOT NULL DEFAULT '{}',
  -- The last record that was read, and what the format needs to continue.
  cursor       text COLLATE "C",
  progress     jsonb,
  rows         bigint NOT NULL DEFAULT 0,
  bytes        bigint NOT NULL DEFAULT 0,
  parts        int NOT NULL DEFAULT 0,
  failures     int NOT NULL DEFAULT 0,
  -- Grows with each claim. Only the last claim may move the row on.
  claims       int NOT NULL DEFAULT 0,
  due_at       timestamptz,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  failed_at    timestamptz,
  expires_at   timestamptz,
  version      int NOT NULL DEFAULT 1,
  PRIMARY KEY (world, id),
  CHECK ((due_at IS NULL) = (status IN ('completed', 'failed'))),
  CHECK ((expires_at IS NULL) = (status NOT IN ('completed', 'failed')))
);
CREATE INDEX exports_due ON exports (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX exports_open ON exports (world) WHERE due_at IS NOT NULL;
CREATE INDEX exports_expired ON exports (expires_at) WHERE expires_at IS NOT NULL;

-- The files in the document store. A row is written before its file, and names a part only after it. No reference to
-- exports: the file of a deleted export is still to be deleted.
CREATE TABLE export_parts (
  document   text COLLATE "C" PRIMARY KEY,
  world      int NOT NULL,
  export_id  text COLLATE "C" NOT NULL,
  number     int,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (world, export_id, number)
);

CREATE TABLE export_schedules (
  world        int NOT NULL REFERENCES worlds ON DELETE CASCADE,
  id           text COLLATE "C" NOT NULL,
  resource     text NOT NULL,
  format       text NOT NULL,
  filters      jsonb NOT NULL,
  "interval"   text NOT NULL CHECK ("interval" IN ('daily', 'weekly', 'monthly')),
  time_zone    text NOT NULL,
  requested_by text COLLATE "C",
  -- The first day of the next period, in the time zone, and when its export is created.
  period_from  date NOT NULL,
  next_at      timestamptz NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (world, id)
);
CREATE INDEX export_schedules_due ON export_schedules (next_at);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON exports, export_parts, export_schedules TO rialto_service;
  END IF;
END $$;
