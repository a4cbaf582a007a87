/** The name as a handwritten correction: an o struck out in red and replaced by an a. */
export function Wordmark({ className = 'text-[1.1875rem]' }: { className?: string }) {
  return (
    <span
      role="img"
      aria-label="Errata"
      className={`font-serif leading-none font-semibold tracking-[-0.01em] italic ${className}`}
    >
      <span aria-hidden="true">
        err<s className="decoration-accent decoration-2">o</s>
        <b className="font-semibold text-accent">a</b>ta
      </span>
    </span>
  )
}
