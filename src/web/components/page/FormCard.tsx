import type { ReactNode } from 'react'
import { usePageTitle } from '@/web/components/loading/use-page-title'
import { Contours } from './Contours'
import classes from './FormCard.module.css'

/** The frame of the signed-out pages: a picture, a heading and a form. */
export function FormCard({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <section className={classes.card}>
      <TrailPicture />
      <div className={classes.body}>
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </div>
    </section>
  )
}

/** SVG path of a trail across hills, from bottom to top. */
const TRAIL =
  'M70 905C78 888 90 828 120 800C150 772 210 740 250 735C290 730 330 778 360 770C390 763 432 720 430 690' +
  'C428 660 383 612 350 590C317 568 258 582 230 560C202 538 173 490 180 460C187 430 250 407 270 380' +
  'C290 353 307 323 300 300C293 277 230 263 230 240C230 217 267 167 300 160C333 153 397 205 430 200' +
  'C463 195 493 157 500 130C507 103 470 63 470 40C470 17 495 -2 500 -10'

/** Positions of mileposts along the trail. */
const POSTS = [
  { x: 250, y: 735, number: 1 },
  { x: 350, y: 590, number: 2 },
  { x: 180, y: 460, number: 3 },
  { x: 300, y: 300, number: 4 },
  { x: 430, y: 200, number: 5 },
] as const

/** The decorative picture next to the sign-in and registration forms. */
function TrailPicture() {
  return (
    <div className={classes.art} aria-hidden="true">
      <Contours color="#8fd3b6" opacity={0.28} />
      <svg
        aria-hidden="true"
        className={classes.trail}
        viewBox="0 0 640 900"
        preserveAspectRatio="xMidYMid slice"
      >
        <path d={TRAIL} />
        {POSTS.map(({ x, y, number }) => (
          <g key={number} transform={`translate(${x} ${y})`}>
            <path className={classes.plate} d="M-15 6v-28a15 15 0 0 1 30 0V6z" />
            <text y={-6} textAnchor="middle">
              {number}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}
