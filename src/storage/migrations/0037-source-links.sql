-- Null: none, as in most projects.
ALTER TABLE project ADD COLUMN source_links TEXT;
