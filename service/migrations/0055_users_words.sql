-- Customers may be millions: they register meanwhile.
CREATE INDEX CONCURRENTLY users_words ON users USING gin (search_words(coalesce(name || ' ', '') || phone)) WITH (fastupdate = off)
