import { useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import classes from './NearViewport.module.css'
import { useNearViewport } from './use-near-viewport'
import { whenIdle } from './when-idle'

/**
 * A part far down on a screen. It is loaded when it is scrolled near the viewport, when the URL contains a fragment, or
 * when the browser is idle, so that searching and printing the page include it.
 */
export function NearViewport({
  children,
  placeholder = null,
}: {
  children: ReactNode
  /** Reserves the space until the children are loaded. */
  placeholder?: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(place)
  const isNamed = useLocation({ select: ({ hash }) => hash !== '' })
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    <div ref={place} className={classes.place}>
      {isNear || isNamed || isIdle ? (
        <Suspense fallback={placeholder}>{children}</Suspense>
      ) : (
        placeholder
      )}
    </div>
  )
}
