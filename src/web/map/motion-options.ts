/** Map options that disable animations if the user prefers reduced motion. */
export function getMotionOptions() {
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  return { zoomAnimation: moves, fadeAnimation: moves, markerZoomAnimation: moves, inertia: moves }
}
