import { formatIsoDay, formatShortDay } from '@/web/format/dates'
import { formatClock } from '@/web/format/duration'
import type { usePreferences } from '@/web/state/preferences'
import type { PlotAxes } from './LinePlot'

/** Returns the axes of times in seconds over the years, of which shorter ones are higher. */
export const getTimeAxes = (preferences: ReturnType<typeof usePreferences>): PlotAxes => ({
  ...{ isInverted: true, isClock: true, isLogarithmic: false, isStepped: false },
  formatX: (instant) => formatShortDay(formatIsoDay(new Date(instant), preferences), preferences),
  formatY: formatClock,
})
