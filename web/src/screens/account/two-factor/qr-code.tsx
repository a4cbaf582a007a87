import { generate } from 'lean-qr'

/** Clear modules around the code, without which cameras don't find it (ISO 18004). */
const QUIET = 4

/** Black on white in both themes: not every app reads a light code on a dark ground. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const side = code.size + 2 * QUIET
  const dots = Array.from({ length: code.size ** 2 }, (_, at) => [at % code.size, Math.floor(at / code.size)])
    .filter(([x = 0, y = 0]) => code.get(x, y))
    .map(([x = 0, y = 0]) => `M${x + QUIET} ${y + QUIET}h1v1h-1z`)
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} className="size-full rounded-field">
      <rect width={side} height={side} fill="white" />
      <path d={dots.join('')} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}
