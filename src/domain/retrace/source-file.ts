/** What stands for the file of a class that R8 or D8 made itself, and for a file that was left out. */
const NO_FILE = /^(?:[DR]8\$\$|r8-map-id-|(?:SourceFile|Unknown Source)?$)/

export function namesFile(name: string): boolean {
  return !NO_FILE.test(name)
}
