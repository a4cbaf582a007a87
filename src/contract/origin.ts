/** `scheme://host`, perhaps with a port; each part is bounded, and none can be read in two ways. */
const SHAPE = /^([a-z][a-z0-9+.-]{0,31}):\/\/(\*\.)?([^\s/?#@*\\]{1,255})\/?$/

/** An origin as browsers write it: lower case, the host in ASCII, without the port that goes with its
 * scheme. A host may begin with `*.`, which stands for any subdomain. Null if the text is not an origin. */
export function canonicalOrigin(text: string): string | null {
  const [, scheme, wildcard = '', host] = SHAPE.exec(text.trim().toLowerCase()) ?? []
  if (scheme === undefined || host === undefined) return null
  // Only URLs of these schemes have a host that is checked; an app's own scheme follows the same rules here.
  const isWeb = scheme === 'http' || scheme === 'https'
  const url = `${isWeb ? scheme : 'http'}://${host}`
  if (!URL.canParse(url)) return null
  return `${scheme}://${wildcard}${new URL(url).host}`
}
