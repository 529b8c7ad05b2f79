import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import './charts.css'
import { type ChartLook, chartHeight, chartOptions } from './chart-options'
import type { Cursor } from './cursor'

/** Draws one line over the shared axis and keeps its cursor in step with the shared one. */
export function LineChart({
  xs,
  ys,
  look,
  cursor,
  syncKey,
}: {
  xs: readonly number[]
  ys: readonly (number | null)[]
  look: ChartLook
  cursor: Cursor
  syncKey: string
}) {
  const place = useRef<HTMLDivElement>(null)
  const height = chartHeight(look.last)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const size = () => ({ width: element.clientWidth, height })
    const options = { ...chartOptions(look, syncKey, cursor.set), ...size() }
    const chart = new uPlot(options, [[...xs], [...ys]], element)
    const follow = () => {
      const index = cursor.get()
      if (index === chart.cursor.idx) return
      const x = index === null ? undefined : xs[index]
      const left = x === undefined ? -10 : chart.valToPos(x, 'x')
      chart.setCursor({ left, top: x === undefined ? -10 : 0 }, false)
    }
    const unfollow = cursor.subscribe(follow)
    const observer = new ResizeObserver(() => chart.setSize(size()))
    observer.observe(element)
    return () => {
      observer.disconnect()
      unfollow()
      chart.destroy()
    }
  }, [xs, ys, look, cursor, syncKey, height])

  return <div ref={place} style={{ height }} aria-hidden="true" />
}
