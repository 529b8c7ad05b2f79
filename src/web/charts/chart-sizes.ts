const PLOT_HEIGHT = 108
/** Height of the axis below the lowest chart. */
export const AXIS_HEIGHT = 30
export const PADDING_TOP = 8
/** Half a line, so that the lowest number is not cut. */
export const PADDING_BOTTOM = 8

/** Total height of a chart in pixels. */
export const chartHeight = (last: boolean): number =>
  PLOT_HEIGHT + PADDING_TOP + (last ? AXIS_HEIGHT : PADDING_BOTTOM)

/** Heading above each chart and slider below all of them, as their style sheets set them. */
const HEADING_HEIGHT = 26
const SLIDER_HEIGHT = 28

/** Height of so many charts with all that belongs to them. */
export const stackHeight = (charts: number): number =>
  charts * (HEADING_HEIGHT + chartHeight(false)) +
  chartHeight(true) -
  chartHeight(false) +
  SLIDER_HEIGHT
