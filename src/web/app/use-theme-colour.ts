import { useEffect } from 'react'

/** Keeps the bar of the browser, or of the installed app, in the ground of the scheme that is shown. */
export function useThemeColour(): void {
  useEffect(() => {
    const root = document.documentElement
    const paint = () => {
      const ground = getComputedStyle(root).getPropertyValue('--mp-ground')
      for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
        tag.content = ground
    }
    paint()
    const watching = new MutationObserver(paint)
    watching.observe(root, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => watching.disconnect()
  }, [])
}
