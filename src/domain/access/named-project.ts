export interface ProjectNames {
  uid: string
  slug: string
  number: number
  name: string
}

/** The project that is meant, by its id, slug or number, or by a name that no other one has. */
export function findNamedProject<Project>(
  projects: readonly Project[],
  given: string,
  namesOf: (project: Project) => ProjectNames,
): Project | undefined {
  const wanted = given.trim().toLowerCase()
  const known = projects.map((project) => ({ project, names: namesOf(project) }))
  const found = known.find(({ names: { uid, slug, number } }) =>
    [uid, slug.toLowerCase(), String(number)].includes(wanted),
  )
  const called = known.filter(({ names }) => names.name.toLowerCase() === wanted)
  return (found ?? (called.length === 1 ? called[0] : undefined))?.project
}
