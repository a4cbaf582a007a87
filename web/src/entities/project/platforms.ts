/** Platforms offered for a new project, in the words SDKs use for them. */
export const PLATFORMS = [
  { value: 'javascript', label: 'Browser' },
  { value: 'node', label: 'Node.js' },
  { value: 'python', label: 'Python' },
  { value: 'go', label: 'Go' },
  { value: 'php', label: 'PHP' },
  { value: 'ruby', label: 'Ruby' },
  { value: 'java', label: 'Java' },
  { value: 'dotnet', label: '.NET' },
  { value: 'other', label: 'Other' },
] as const

export function platformLabel(platform: string): string {
  return PLATFORMS.find((choice) => choice.value === platform)?.label ?? platform
}
