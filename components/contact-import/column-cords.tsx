"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import { cordPath, type Join, type Point } from "./cord-paths";

type ColumnCordsProps = { board: RefObject<HTMLElement | null>; joins: readonly Join[] };

/** The cords between the jacks that stand on the board, drawn anew wherever the layout moves them. */
export function ColumnCords({ board, joins }: ColumnCordsProps) {
  const [cords, setCords] = useState<readonly Cord[]>([]);

  useLayoutEffect(() => {
    const element = board.current;
    if (!element) return;
    const draw = () => setCords(joins.flatMap((join) => cordOn(element, join)));
    const observer = new ResizeObserver(draw);
    for (const part of [element, ...element.children]) observer.observe(part);
    draw();
    return () => observer.disconnect();
  }, [board, joins]);

  return (
    <svg className="cords cf-cords" aria-hidden="true">
      {cords.map(({ key, path, isGuess }) => (
        <path key={key} className={isGuess ? "guess" : undefined} d={path} />
      ))}
    </svg>
  );
}

type Cord = { key: string; path: string; isGuess: boolean };

function cordOn(board: HTMLElement, { column, socket, isGuess }: Join): Cord[] {
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
