import { type LatLngBounds, type Map as LeafletMap, latLngBounds, point, svgOverlay } from 'leaflet'
import type { LineSet } from './decode-lines'
import { createCanvas, drawLines, type Frame, type LineStyle } from './draw-lines'

/** Name of the map pane of the lines, between the tiles and other layers. */
const PANE = 'lines'
/**
 * Margin around the view that is drawn too, as a share of its size, so that panning needs no drawing: more on small
 * screens, where it needs less memory.
 */
const MARGIN = { wide: 0.3, narrow: 0.6 }
/** Width of a wide view in pixels. */
const WIDE = 900
/** Share of the view that must be drawn beyond its edge; otherwise drawing begins while the map moves. */
const MIN_MARGIN = 0.05
/** Milliseconds after which drawing continues in the next frame. */
const TIME_SLICE = 7
/** More physical pixels cost more time than anyone can see. */
const MAX_RATIO = 2

type Overlay = ReturnType<typeof svgOverlay>

/**
 * Thousands of lines on a canvas that is larger than the view. Leaflet moves and scales it with the map. A new one is
 * drawn in time slices when the map has moved, and then replaces it.
 */
export class LinesLayer {
  readonly #map: LeafletMap
  readonly #chooseSet: () => LineSet
  #style: LineStyle
  #overlay: Overlay | undefined
  #drawn: Frame | undefined
  #pending: Frame | undefined
  #request = 0

  /** `chooseSet` returns the most precise lines for the view. */
  constructor(map: LeafletMap, chooseSet: () => LineSet, style: LineStyle) {
    this.#map = map
    this.#chooseSet = chooseSet
    this.#style = style
    map.createPane(PANE).style.zIndex = '350'
    map.on('moveend', () => this.#drawUnlessDrawn(this.#margin / 2))
    map.on('move', () => this.#drawUnlessDrawn(MIN_MARGIN))
    this.#redraw()
  }

  /** Draws the lines again, because they or their style have changed. */
  draw(style: LineStyle): void {
    this.#style = style
    this.#redraw()
  }

  remove(): void {
    cancelAnimationFrame(this.#request)
    this.#overlay?.remove()
  }

  get #margin(): number {
    return this.#map.getSize().x < WIDE ? MARGIN.narrow : MARGIN.wide
  }

  #redraw(): void {
    this.#start(this.#frame())
  }

  /** Starts to draw unless the canvas, or the one being drawn, extends beyond the view by a share of its size. */
  #drawUnlessDrawn(margin: number): void {
    const latest = this.#pending ?? this.#drawn
    if (!latest || !this.#extendsBeyondView(latest, margin)) this.#redraw()
  }

  #extendsBeyondView({ zoom, left, top, width, height }: Frame, margin: number): boolean {
    const map = this.#map
    if (zoom !== map.getZoom()) return false
    const { min, max } = map.getPixelBounds()
    if (!min || !max) return false
    const [x, y] = [(max.x - min.x) * margin, (max.y - min.y) * margin]
    return (
      left <= min.x - x &&
      top <= min.y - y &&
      left + width >= max.x + x &&
      top + height >= max.y + y
    )
  }

  #frame(): Frame {
    const { min, max } = this.#map.getPixelBounds()
    const [left = 0, top = 0, right = 0, bottom = 0] = [min?.x, min?.y, max?.x, max?.y]
    const [x, y] = [(right - left) * this.#margin, (bottom - top) * this.#margin].map(Math.round)
    return {
      zoom: this.#map.getZoom(),
      left: left - (x ?? 0),
      top: top - (y ?? 0),
      width: Math.max(1, right - left + 2 * (x ?? 0)),
      height: Math.max(1, bottom - top + 2 * (y ?? 0)),
      ratio: Math.min(devicePixelRatio, MAX_RATIO),
    }
  }

  #start(frame: Frame): void {
    cancelAnimationFrame(this.#request)
    this.#pending = frame
    const style = this.#style
    const { canvas, context } = createCanvas(frame, style)
    if (!context) return
    const lines = drawLines(context, this.#chooseSet(), { frame, style })
    const isFirst = this.#overlay === undefined
    if (isFirst) this.#show(canvas, frame)
    const drawSlice = () => {
      const end = performance.now() + TIME_SLICE
      while (performance.now() < end)
        if (lines.next().done) {
          if (!isFirst) this.#show(canvas, frame)
          this.#pending = undefined
          canvas.dataset.drawn = ''
          return
        }
      this.#request = requestAnimationFrame(drawSlice)
    }
    drawSlice()
  }

  #show(canvas: HTMLCanvasElement, frame: Frame): void {
    const previous = this.#overlay
    // Leaflet positions any element like an SVG.
    const element = canvas as unknown as SVGElement
    this.#overlay = svgOverlay(element, this.#boundsOf(frame), { pane: PANE, interactive: false })
    this.#overlay.addTo(this.#map)
    this.#drawn = frame
    previous?.remove()
  }

  #boundsOf({ zoom, left, top, width, height }: Frame): LatLngBounds {
    return latLngBounds(
      this.#map.unproject(point(left, top), zoom),
      this.#map.unproject(point(left + width, top + height), zoom),
    )
  }
}
