import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import './charts.css'
import { type ChartSpec, createChartOptions } from './chart-options'
import { getChartHeight } from './chart-sizes'
import type { Cursor, Interval, Observable } from './cursor'

type Values = readonly (number | null)[]

const isSeveral = (ys: Values | readonly Values[]): ys is readonly Values[] => Array.isArray(ys[0])

/** Cursor and selection that all charts share, as indices of drawn points. */
type Shared = { cursor: Cursor; selection: Observable<Interval | null>; syncKey: string }

/** Draws lines over the shared axis, and synchronizes the chart's cursor and selection with the shared ones. */
export function LineChart({
  xs,
  ys,
  spec,
  shared,
}: {
  xs: readonly number[]
  /** The values of one line, or of several lines. */
  ys: Values | readonly Values[]
  spec: ChartSpec
  shared: Shared
}) {
  const place = useRef<HTMLDivElement>(null)
  const height = getChartHeight(spec.last)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const { cursor, selection, syncKey } = shared
    const size = () => ({ width: element.clientWidth, height })
    const events = { onIndex: cursor.set, onSelect: selection.set }
    const lines = isSeveral(ys) ? ys : [ys]
    const options = { ...createChartOptions(spec, syncKey, events), ...size() }
    const chart = new uPlot(options, [[...xs], ...lines.map((line) => [...line])], element)
    const follow = () => followCursor(chart, cursor.get(), xs)
    const select = () => showSelection(chart, selection.get(), xs)
    // After a resize uPlot rescales its previous selection in a microtask, so ours has to be set after that.
    const selectAfterwards = () => queueMicrotask(select)
    selectAfterwards()
    const unfollow = [cursor.subscribe(follow), selection.subscribe(select)]
    // uPlot hides the selection on a click, although it is still selected.
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
  }, [xs, ys, spec, shared, height])

  return <div ref={place} style={{ height }} aria-hidden="true" />
}

function followCursor(chart: uPlot, index: number | null, xs: readonly number[]): void {
  if (index === chart.cursor.idx) return
  const x = index === null ? undefined : xs[index]
  const left = x === undefined ? -10 : chart.valToPos(x, 'x')
  chart.setCursor({ left, top: x === undefined ? -10 : 0 }, false)
}

function showSelection(chart: uPlot, interval: Interval | null, xs: readonly number[]): void {
  const [first, last] = [xs[interval?.from ?? -1], xs[interval?.to ?? -1]]
  const isShown = first !== undefined && last !== undefined
  const left = isShown ? chart.valToPos(first, 'x') : 0
  const width = isShown ? chart.valToPos(last, 'x') - left : 0
  chart.setSelect({ left, width, top: 0, height: chart.over.clientHeight }, false)
}
