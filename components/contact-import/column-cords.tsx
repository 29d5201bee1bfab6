"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { cordPath, type Join, type Point } from "./cord-paths";

/** The cords between the jacks that stand beside it on the board, drawn anew wherever the layout moves them. */
export function ColumnCords({ joins }: { joins: readonly Join[] }) {
  const drawing = useRef<SVGSVGElement>(null);
  const [cords, setCords] = useState<readonly Cord[]>([]);

  useLayoutEffect(() => {
    const board = drawing.current?.parentElement;
    if (!board) return;
    const draw = () => setCords(joins.flatMap((join) => cordOn(board, join)));
    const observer = new ResizeObserver(draw);
    for (const part of [board, ...board.children]) observer.observe(part);
    draw();
    return () => observer.disconnect();
  }, [joins]);

  return (
    <svg ref={drawing} className="cords cf-cords" aria-hidden="true">
      {cords.map(({ key, path, isGuess }) => (
        <path key={key} className={isGuess ? "guess" : undefined} d={path} />
      ))}
    </svg>
  );
}

type Cord = { key: string; path: string; isGuess: boolean };

function cordOn(board: Element, { column, socket, isGuess }: Join): Cord[] {
  const from = board.querySelector(`[data-column="${column}"]`);
  const to = board.querySelector(`[data-socket="${socket}"]`);
  if (!from || !to) return [];
  const origin = board.getBoundingClientRect();
  return [{ key: `${column} ${socket}`, path: cordPath(middleOf(from, origin), middleOf(to, origin)), isGuess }];
}

function middleOf(jack: Element, origin: Point): Point {
  const { x, y, width, height } = jack.getBoundingClientRect();
  return { x: x + width / 2 - origin.x, y: y + height / 2 - origin.y };
}
