-- The role that the service works under. It cannot change or remove a posting, nor any definition. Where the migrating
-- user may not create roles, the service goes on as that user and the trigger postings_append_only stands alone.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'rialto_service') THEN
    BEGIN
      CREATE ROLE rialto_service NOLOGIN;
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN NULL;
      WHEN insufficient_privilege THEN
        RAISE WARNING 'no right to create the role rialto_service';
        RETURN;
    END;
  END IF;
  BEGIN
    EXECUTE format('GRANT rialto_service TO %I', current_user);
  EXCEPTION WHEN insufficient_privilege OR invalid_grant_operation THEN NULL;
  END;
  GRANT USAGE ON SCHEMA public TO rialto_service;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO rialto_service;
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO rialto_service;
  REVOKE UPDATE, DELETE, TRUNCATE ON postings FROM rialto_service;
  REVOKE INSERT, UPDATE, DELETE ON migrations FROM rialto_service;
END $$;
