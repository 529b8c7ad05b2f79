import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import './charts.css'
import { type ChartLook, chartOptions } from './chart-options'
import { chartHeight } from './chart-sizes'
import type { Cursor, Observable, Stretch } from './cursor'

type Values = readonly (number | null)[]

const isSeveral = (ys: Values | readonly Values[]): ys is readonly Values[] => Array.isArray(ys[0])

/** Where a chart draws, and what it shares with the others: both by the index of a drawn point. */
type Shared = { cursor: Cursor; stretch: Observable<Stretch | null>; syncKey: string }

/** Draws lines over the shared axis, and keeps their cursor and their selection in step with the shared ones. */
export function LineChart({
  xs,
  ys,
  look,
  shared,
}: {
  xs: readonly number[]
  /** The values of a line, or of several lines. */
  ys: Values | readonly Values[]
  look: ChartLook
  shared: Shared
}) {
  const place = useRef<HTMLDivElement>(null)
  const height = chartHeight(look.last)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const { cursor, stretch, syncKey } = shared
    const size = () => ({ width: element.clientWidth, height })
    const events = { onIndex: cursor.set, onStretch: stretch.set }
    const lines = isSeveral(ys) ? ys : [ys]
    const options = { ...chartOptions(look, syncKey, events), ...size() }
    const chart = new uPlot(options, [[...xs], ...lines.map((line) => [...line])], element)
    const follow = () => followCursor(chart, cursor.get(), xs)
    const select = () => showStretch(chart, stretch.get(), xs)
    // A chart of another size first moves the selection that it has, when this turn is over.
    const selectAfterwards = () => queueMicrotask(select)
    selectAfterwards()
    const unfollow = [cursor.subscribe(follow), stretch.subscribe(select)]
    // A press on the chart hides the selection, although it stays one.
    chart.over.addEventListener('click', select)
    const observer = new ResizeObserver(() => {
      chart.setSize(size())
      selectAfterwards()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      for (const stop of unfollow) stop()
      chart.destroy()
    }
  }, [xs, ys, look, shared, height])

  return <div ref={place} style={{ height }} aria-hidden="true" />
}

function followCursor(chart: uPlot, index: number | null, xs: readonly number[]): void {
  if (index === chart.cursor.idx) return
  const x = index === null ? undefined : xs[index]
  const left = x === undefined ? -10 : chart.valToPos(x, 'x')
  chart.setCursor({ left, top: x === undefined ? -10 : 0 }, false)
}

function showStretch(chart: uPlot, stretch: Stretch | null, xs: readonly number[]): void {
  const [first, last] = [xs[stretch?.from ?? -1], xs[stretch?.to ?? -1]]
  const isShown = first !== undefined && last !== undefined
  const left = isShown ? chart.valToPos(first, 'x') : 0
  const width = isShown ? chart.valToPos(last, 'x') - left : 0
  chart.setSelect({ left, width, top: 0, height: chart.over.clientHeight }, false)
}
