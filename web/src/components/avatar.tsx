import { classNames } from './class-names.ts'

interface Person {
  name: string
  email: string
}

/** The name someone goes by: their name, or their address where they gave none. */
export function personName({ name, email }: Person): string {
  return name || email
}

/** Initials in a circle; decoration beside the name unless `titled`, where it stands alone. */
export function Avatar({ person, titled = false }: { person: Person; titled?: boolean }) {
  const name = personName(person)
  const label = titled ? { role: 'img', 'aria-label': `Assigned to ${name}`, title: name } : undefined
  return (
    <span
      {...(label ?? { 'aria-hidden': true })}
      className={classNames(
        'inline-grid size-5 flex-none place-items-center rounded-full border border-line-2 bg-surface text-[0.5625rem] font-semibold text-ink-2 uppercase',
        titled && 'relative z-10',
      )}
    >
      {initialsOf(person)}
    </span>
  )
}

/** `Ada Lovelace` → `AL`, `grace@navy.example` → `G`. */
function initialsOf({ name, email }: Person): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [name || email]
  return letters.map((word) => [...(word ?? '')][0] ?? '').join('')
}
