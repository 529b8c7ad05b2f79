const PLOT_HEIGHT = 108
/** Height in pixels of the axis below the lowest chart. */
export const AXIS_HEIGHT = 30
export const PADDING_TOP = 8
/** Half a line of text, so that the lowest label is not cut off. */
export const PADDING_BOTTOM = 8

/** Total height of a chart in pixels. */
export const getChartHeight = (last: boolean): number =>
  PLOT_HEIGHT + PADDING_TOP + (last ? AXIS_HEIGHT : PADDING_BOTTOM)

/**
 * Heights in pixels of the heading above each chart and of the slider below all charts, as set in their style sheets.
 */
const HEADING_HEIGHT = 26
const SLIDER_HEIGHT = 28

/** Total height in pixels of `charts` charts with their headings, axis and slider. */
export const getStackHeight = (charts: number): number =>
  charts * (HEADING_HEIGHT + getChartHeight(false)) +
  getChartHeight(true) -
  getChartHeight(false) +
  SLIDER_HEIGHT
