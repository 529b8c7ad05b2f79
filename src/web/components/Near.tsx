import { useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import classes from './Near.module.css'
import { useNear } from './use-near'
import { whenIdle } from './when-idle'

/**
 * A part far down on a screen: loaded when somebody comes near it or the address names a place on the screen, else once
 * the browser has nothing to do, so that it is found and printed.
 */
export function Near({
  children,
  placeholder = null,
}: {
  children: ReactNode
  /** Keeps the place meanwhile. */
  placeholder?: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
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
