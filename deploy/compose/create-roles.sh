#!/bin/sh
# Runs once, in an empty database: the two roles of docs/postgresql-least-privileges.md.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner="$(cat /run/secrets/owner/owner-password)" \
  --set service="$(cat /run/secrets/owner/service-password)" <<'SQL'
CREATE ROLE rialto_owner LOGIN PASSWORD :'owner';
CREATE ROLE rialto_service LOGIN PASSWORD :'service';
CREATE DATABASE rialto OWNER rialto_owner ENCODING 'UTF8' TEMPLATE template0;
\connect rialto
REVOKE ALL ON DATABASE rialto FROM PUBLIC;
GRANT CONNECT ON DATABASE rialto TO rialto_owner, rialto_service;
GRANT USAGE ON SCHEMA public TO rialto_service;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
SQL
