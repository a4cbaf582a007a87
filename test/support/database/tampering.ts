/**
 * What is changed behind the service's back, and the rule that has to say so. `:single`, `:root` and `:child` stand
 * for row keys of issues: one by itself, and a family of two.
 */
export const TAMPERING: [what: string, statement: string, check: string][] = [
  [
    'the count of an issue',
    'UPDATE issue SET event_count = event_count + 1 WHERE id = :single',
    'issue.event_count',
  ],
  [
    'a count that was lowered',
    'UPDATE issue SET event_count = event_count - 1 WHERE id = :single',
    'issue.event_count',
  ],
  [
    'the stored count',
    'UPDATE issue SET stored_event_count = stored_event_count - 1 WHERE id = :single',
    'issue.stored_event_count',
  ],
  [
    'the evicted count',
    'UPDATE issue SET evicted_event_count = evicted_event_count + 1 WHERE id = :single',
    'issue.evicted_event_count',
  ],
  [
    'the number of users',
    'UPDATE issue SET unique_user_count = unique_user_count + 1 WHERE id = :single',
    'issue.unique_user_count',
  ],
  ['a user', 'DELETE FROM issue_user WHERE issue_id = :single', 'issue.unique_user_count'],
  [
    'the first time',
    'UPDATE issue SET first_seen_at = first_seen_at - 1 WHERE id = :single',
    'issue.first_seen_at',
  ],
  [
    'the last time',
    'UPDATE issue SET last_seen_at = last_seen_at + 1 WHERE id = :single',
    'issue.last_seen_at',
  ],
  [
    'the time of an event',
    'UPDATE event SET occurred_at = occurred_at - 1 WHERE occurred_at = (SELECT min(occurred_at) FROM event WHERE issue_id = :single)',
    'event.occurred_at',
  ],
  ['an hour', 'DELETE FROM issue_hour WHERE issue_id = :single', 'issue.event_count'],
  ['an hour of a project', 'DELETE FROM project_hour', 'project_hour.event_count'],
  [
    'what an hour of a project has not stored',
    'UPDATE project_hour SET counted_only_count = counted_only_count + 1',
    'project_hour.counted_only_count',
  ],
  [
    'the parts of an hour',
    'UPDATE issue_hour SET evicted_event_count = event_count + 1 WHERE issue_id = :single',
    'hour.ledger',
  ],
  [
    'what an hour has stored',
    'UPDATE issue_hour SET stored_event_count = stored_event_count - 1 WHERE issue_id = :single',
    'hour.stored_event_count',
  ],
  [
    'an event',
    'DELETE FROM event WHERE seq = (SELECT max(seq) FROM event WHERE issue_id = :single)',
    'hour.stored_event_count',
  ],
  [
    'a document',
    'DELETE FROM event_payload WHERE seq = (SELECT max(seq) FROM event WHERE issue_id = :single)',
    'event.payload',
  ],
  ['a dictionary', 'DELETE FROM payload_dictionary WHERE issue_id = :single', 'payload.dictionary'],
  [
    'the count of an environment',
    "UPDATE issue_facet SET event_count = event_count + 1 WHERE issue_id = :single AND facet = 'environment'",
    'issue.event_count',
  ],
  [
    'an environment',
    "UPDATE issue_facet SET value = 'elsewhere' WHERE issue_id = :single AND facet = 'environment' AND value = 'production'",
    'facet.environment',
  ],
  [
    'the count of a release',
    "UPDATE issue_facet SET event_count = event_count - 1 WHERE issue_id = :single AND facet = 'release'",
    'facet.release',
  ],
  [
    'too many events of a release',
    "UPDATE issue_facet SET event_count = event_count + 999 WHERE issue_id = :single AND facet = 'release'",
    'facet.release',
  ],
  ['a browser', "DELETE FROM issue_facet WHERE issue_id = :single AND facet = 'browser'", 'facet.browser'],
  [
    'an operating system',
    "UPDATE issue_facet SET event_count = event_count + 999 WHERE issue_id = :single AND facet = 'os'",
    'facet.os',
  ],
  ['the latest release', "UPDATE issue SET release = 'another' WHERE id = :single", 'issue.latest'],
  ['the latest environment', "UPDATE issue SET environment = 'another' WHERE id = :single", 'issue.latest'],
  ['a release of the project', 'DELETE FROM release', 'release.missing'],
  ['an address', 'DELETE FROM issue_email WHERE issue_id = :single', 'email.missing'],
  ['the list of addresses', 'DELETE FROM email_address', 'email.unlisted'],
  ['a day', 'UPDATE issue_day SET event_count = event_count + 1 WHERE issue_id = :single', 'day.event_count'],
  ['a day that is gone', 'DELETE FROM issue_day WHERE issue_id = :single', 'day.event_count'],
  [
    'an address too many',
    "INSERT INTO issue_email (org_id, email, issue_id) SELECT org_id, 'nobody@example.com', id FROM issue WHERE id = :single",
    'email.unknown',
  ],
  ['a fingerprint', 'DELETE FROM issue_fingerprint WHERE issue_id = :single', 'issue.fingerprint'],
  [
    'a resolution without a time',
    "UPDATE issue SET status = 'resolved' WHERE id = :single",
    'issue.resolved_at',
  ],
  [
    'a base without a resolution',
    "UPDATE issue SET resolved_base_release = release, resolved_comparison = 'semver' WHERE id = :single",
    'issue.resolved_base_release',
  ],
  [
    'a base that the project never saw',
    "UPDATE issue SET status = 'resolved', resolved_at = 1, resolved_base_release = 'never' WHERE id = :single",
    'issue.resolved_base_release',
  ],
  [
    'two holds',
    'UPDATE issue SET snooze_until = 1, snooze_until_count = 1 WHERE id = :single',
    'issue.snooze',
  ],
  [
    'the count of a family',
    'UPDATE issue SET event_count = event_count + 1 WHERE id = :root',
    'family.numbers',
  ],
  [
    'the users of a family',
    'UPDATE issue SET unique_user_count = unique_user_count + 1 WHERE id = :root',
    'family.numbers',
  ],
  [
    'the times of a family',
    'UPDATE issue SET last_seen_at = last_seen_at + 1 WHERE id = :root',
    'family.numbers',
  ],
  [
    'the count of a child',
    'UPDATE issue SET event_count = event_count + 1 WHERE id = :child',
    'issue.event_count',
  ],
  [
    'what a root has by itself',
    'UPDATE issue_own SET event_count = event_count + 1 WHERE issue_id = :root',
    'issue.event_count',
  ],
  ['the row of what a root has by itself', 'DELETE FROM issue_own WHERE issue_id = :root', 'family.own'],
  ['a family that is not one', 'UPDATE issue SET has_merged = 0 WHERE id = :root', 'family.flag'],
  ['a child of a child', 'UPDATE issue SET merge_parent_id = :child WHERE id = :single', 'family.parent'],
  [
    'a parent that does not exist',
    'UPDATE issue SET merge_parent_id = 999999 WHERE id = :child',
    'family.parent',
  ],
  ['where the pipeline goes on', 'UPDATE consumer SET next_event_number = 0', 'consumer.next_event_number'],
  ['the pipeline knowing nothing', 'DELETE FROM consumer', 'consumer.next_event_number'],
  [
    'the size of the public release files',
    'UPDATE release_file_use SET public_bytes = public_bytes + 1',
    'release_file.use',
  ],
  ['the count of release files', 'DELETE FROM release_file_use', 'release_file.use'],
  ['a release file', 'DELETE FROM release_file WHERE is_public = 1', 'release_file.use'],
  ['the first event of a project', 'UPDATE project SET first_event_at = NULL', 'project.first_event_at'],
]
