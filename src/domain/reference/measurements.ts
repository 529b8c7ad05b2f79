/**
 * Whose numbers a recording gets: `device` prefers the totals of the device, `fittrackee` computes all of them from the
 * positions as FitTrackee does.
 */
export const MEASUREMENTS = ['device', 'fittrackee'] as const
export type Measurements = (typeof MEASUREMENTS)[number]

/** Figures of a workout whose source is recorded. */
export const MEASURED_FIGURES = [
  ...(['duration', 'moving', 'distance', 'ascent', 'descent', 'max_speed'] as const),
] as const
type MeasuredFigure = (typeof MEASURED_FIGURES)[number]

/**
 * The source of a figure: `device`, a total of the device; `samples`, the distances or speeds that the device recorded
 * with each sample; `track`, positions, elevations and times.
 */
export const FIGURE_SOURCES = ['device', 'samples', 'track'] as const
export type FigureSource = (typeof FIGURE_SOURCES)[number]

/** The source of each figure; figures that are unknown are absent. */
export type MeasuredBy = Partial<Record<MeasuredFigure, FigureSource>>
