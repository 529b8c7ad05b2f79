import 'react'

declare module 'react' {
  interface CSSProperties {
    [name: `--mp-${string}`]: string | undefined
  }
}
