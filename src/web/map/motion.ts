/** Options of a map for readers who asked their system for less motion; for all others maps glide. */
export function motionOptions() {
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  return { zoomAnimation: moves, fadeAnimation: moves, markerZoomAnimation: moves, inertia: moves }
}
