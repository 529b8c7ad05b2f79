import { EDIT_KINDS } from '@/domain/reference/edit-kinds'
import type { NewEdit } from '@/web/api/workouts/edits'
import type { ChartPoint } from '@/web/api/workouts/workouts'
import type { TextKey } from '@/web/i18n/text'

/** The edits that users can choose, in order. */
export const TOOLS = EDIT_KINDS
export type Tool = (typeof TOOLS)[number]

export const TOOL_NAMES: Readonly<Record<Tool, TextKey>> = {
  trim: 'trackEdit.trim',
  remove: 'trackEdit.remove',
  split: 'trackEdit.split',
  spikes: 'trackEdit.spikes',
}

export const TOOL_TEXTS: Readonly<Record<Tool, TextKey>> = {
  trim: 'trackEdit.trimText',
  remove: 'trackEdit.removeText',
  split: 'trackEdit.splitText',
  spikes: 'trackEdit.spikesText',
}

/** A tool and the range of points that it applies to; a split has only a start. */
export interface EditChoice {
  tool: Tool
  from: number
  to: number
}

/** Converts a choice to an edit; null if it would change nothing. */
export function toEdit(
  { tool, from, to }: EditChoice,
  points: readonly Pick<ChartPoint, 'time'>[],
): NewEdit | null {
  const last = points.length - 1
  const timeAt = (index: number) => points[index]?.time ?? null
  if (tool === 'spikes') return { kind: 'spikes' }
  if (tool === 'split') return from > 0 && timeAt(from) ? { kind: 'split', at: timeAt(from) } : null
  if (from > to) return null
  const [start, end] = [timeAt(from), timeAt(to)]
  if (tool === 'remove') return start && end ? { kind: 'remove', from: start, to: end } : null
  if (from === 0 && to === last) return null
  return { kind: 'trim', from: from === 0 ? null : start, to: to === last ? null : end }
}

/** The choice that corresponds to a suggested edit. */
export function toChoice(
  { kind, from, to, at }: NewEdit,
  points: readonly Pick<ChartPoint, 'time'>[],
): EditChoice {
  const last = points.length - 1
  const indexAt = (text: string | null | undefined, other: number): number => {
    if (!text) return other
    const instant = Date.parse(text)
    const index = points.findIndex(({ time }) => time !== null && Date.parse(time) >= instant)
    return index < 0 ? other : index
  }
  return { tool: kind, from: indexAt(from ?? at, 0), to: indexAt(to, last) }
}
