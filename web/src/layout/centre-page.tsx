import type { ReactNode } from 'react'
import { Wordmark } from './wordmark.tsx'

/** A single card on paper, for the screens before sign-in. */
export function CentrePage(props: { title: string; step?: string; wide?: boolean; children: ReactNode }) {
  const { title, step, wide = false, children } = props
  return (
    <main className="grid min-h-dvh place-items-center px-3.5 py-10">
      <div className={`w-full ${wide ? 'max-w-lg' : 'max-w-sm'}`}>
        <div className="mb-6 text-center">
          <Wordmark className="text-[2.125rem]" />
        </div>
        <div className="rounded-card border border-line bg-surface p-6 lifted">
          <div className="mb-5 flex items-baseline">
            <h1 className="flex-1 text-title font-semibold tracking-tight">{title}</h1>
            {step !== undefined && <span className="text-small text-ink-3">{step}</span>}
          </div>
          {children}
        </div>
      </div>
    </main>
  )
}
