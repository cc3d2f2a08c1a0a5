-- The oldest version that also runs on a migration. A migration declares it in its first line, `-- Works with 0.3.0`.
-- A node accepts the migrations of a later version that declare a version of its own minor version, not above its own.
ALTER TABLE migrations ADD COLUMN works_with text;
