-- When a project's first event was processed; null until then. Stays when its issues are deleted.
ALTER TABLE project ADD COLUMN first_event_at BIGINT;
UPDATE project SET first_event_at = (SELECT min(first_seen_at) FROM issue WHERE issue.org_id = project.org_id AND issue.project_id = project.id);
