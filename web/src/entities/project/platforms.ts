export interface NamedPlatform {
  value: string
  label: string
}

export interface Platform extends NamedPlatform {
  /** SDKs of their own for frameworks of this platform. */
  frameworks?: readonly NamedPlatform[]
}

/** Platforms offered for a new project, in the words SDKs use for them. */
export const PLATFORMS: readonly Platform[] = [
  {
    value: 'javascript',
    label: 'Browser',
    frameworks: [
      { value: 'javascript-react', label: 'React' },
      { value: 'javascript-nextjs', label: 'Next.js' },
      { value: 'javascript-vue', label: 'Vue' },
      { value: 'javascript-angular', label: 'Angular' },
      { value: 'javascript-svelte', label: 'Svelte' },
    ],
  },
  { value: 'node', label: 'Node.js', frameworks: [{ value: 'node-express', label: 'Express' }] },
  {
    value: 'python',
    label: 'Python',
    frameworks: [
      { value: 'python-django', label: 'Django' },
      { value: 'python-flask', label: 'Flask' },
      { value: 'python-fastapi', label: 'FastAPI' },
    ],
  },
  { value: 'go', label: 'Go' },
  {
    value: 'php',
    label: 'PHP',
    frameworks: [
      { value: 'php-laravel', label: 'Laravel' },
      { value: 'php-symfony', label: 'Symfony' },
    ],
  },
  { value: 'ruby', label: 'Ruby', frameworks: [{ value: 'ruby-rails', label: 'Rails' }] },
  { value: 'java', label: 'Java', frameworks: [{ value: 'java-spring-boot', label: 'Spring Boot' }] },
  { value: 'dotnet', label: '.NET', frameworks: [{ value: 'dotnet-aspnetcore', label: 'ASP.NET Core' }] },
  { value: 'rust', label: 'Rust' },
  { value: 'apple', label: 'Apple' },
  { value: 'android', label: 'Android' },
  { value: 'react-native', label: 'React Native' },
  { value: 'flutter', label: 'Flutter' },
  { value: 'other', label: 'Other' },
]

/** What events name their platform by, where it isn't what projects do. */
const SAME_AS: ReadonlyMap<string, string> = new Map([
  ['cocoa', 'apple'],
  ['swift', 'apple'],
  ['csharp', 'dotnet'],
  ['dart', 'flutter'],
])

/** The platform of `python-celery` is Python; undefined for one that is not offered. */
export function platformOf(value: string): Platform | undefined {
  const name = SAME_AS.get(value) ?? value
  return PLATFORMS.find((platform) => name === platform.value || name.startsWith(`${platform.value}-`))
}

export function platformLabel(value: string): string {
  const platform = platformOf(value)
  const framework = platform?.frameworks?.find((choice) => choice.value === value)
  return framework?.label ?? (platform?.value === value ? platform.label : value)
}
