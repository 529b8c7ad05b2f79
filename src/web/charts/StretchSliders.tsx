import { t } from '@/web/i18n/text'
import type { Observable, Stretch } from './cursor'
import { indexAt } from './index-at'
import { useObserved } from './use-observed'

const STEPS = 500

/** Both ends of the selected stretch as sliders: the way to it for keyboards and fingers. */
export function StretchSliders({
  xs,
  stretch,
  className,
  describe,
}: {
  /** Where each point lies on the axis. */
  xs: readonly number[]
  stretch: Observable<Stretch | null>
  className: string | undefined
  describe: (index: number) => string
}) {
  const selected = useObserved(stretch)
  const first = xs[0] ?? 0
  const span = (xs.at(-1) ?? 0) - first
  if (!selected || span <= 0) return null
  const stepOf = (index: number) => Math.round((((xs[index] ?? first) - first) / span) * STEPS)
  const indexOf = (step: number, before: number) => {
    const index = indexAt(xs, first + (span * step) / STEPS)
    const direction = Math.sign(step - stepOf(before))
    // Where points lie wide apart several steps lead to the same one; a key press must get away from it.
    return index === before ? Math.min(xs.length - 1, Math.max(0, before + direction)) : index
  }
  const ends = [
    {
      label: t('stretch.start'),
      index: selected.from,
      move: (index: number) => stretch.set({ ...selected, from: Math.min(index, selected.to) }),
    },
    {
      label: t('stretch.end'),
      index: selected.to,
      move: (index: number) => stretch.set({ ...selected, to: Math.max(index, selected.from) }),
    },
  ]
  return ends.map(({ label, index, move }) => (
    <label key={label} className={className}>
      <span>{label}</span>
      <input
        type="range"
        min={0}
        max={STEPS}
        value={stepOf(index)}
        aria-valuetext={describe(index)}
        onChange={({ currentTarget }) => move(indexOf(Number(currentTarget.value), index))}
      />
    </label>
  ))
}
