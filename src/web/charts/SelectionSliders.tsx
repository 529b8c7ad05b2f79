import { t } from '@/web/i18n/text'
import type { Interval, Observable } from './cursor'
import { findNearestIndex } from './nearest-index'
import { useObserved } from './use-observed'

const STEPS = 500

/** Two sliders for the ends of the selection, so that it can be changed by keyboard or touch. */
export function SelectionSliders({
  xs,
  selection,
  className,
  describe,
}: {
  /** The position of each point on the axis. */
  xs: readonly number[]
  selection: Observable<Interval | null>
  className: string | undefined
  describe: (index: number) => string
}) {
  const selected = useObserved(selection)
  const first = xs[0] ?? 0
  const span = (xs.at(-1) ?? 0) - first
  if (!selected || span <= 0) return null
  const stepOf = (index: number) => Math.round((((xs[index] ?? first) - first) / span) * STEPS)
  const indexOf = (step: number, before: number) => {
    const index = findNearestIndex(xs, first + (span * step) / STEPS)
    const direction = Math.sign(step - stepOf(before))
    // Where points are sparse, several slider steps map to the same point; a key press must still reach the next point.
    return index === before ? Math.min(xs.length - 1, Math.max(0, before + direction)) : index
  }
  const ends = [
    {
      label: t('stretch.start'),
      index: selected.from,
      move: (index: number) => selection.set({ ...selected, from: Math.min(index, selected.to) }),
    },
    {
      label: t('stretch.end'),
      index: selected.to,
      move: (index: number) => selection.set({ ...selected, to: Math.max(index, selected.from) }),
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
