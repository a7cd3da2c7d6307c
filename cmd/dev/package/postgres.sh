#!/bin/sh
# The image of PostgreSQL runs this once, while its folder is empty. It makes a role for the site that owns one database
# and, for the drills of backups, may make others; and nobody signs in from outside as who may do everything.
set -e
psql -v ON_ERROR_STOP=1 -v "password=$POSTGRES_PASSWORD" --username postgres --dbname postgres <<'SQL'
CREATE ROLE kickabout LOGIN CREATEDB PASSWORD :'password';
CREATE DATABASE kickabout OWNER kickabout;
ALTER ROLE postgres PASSWORD NULL;
SQL
