import type { ReactNode } from "react";
import { DrawnIcon, Icon, type IconName } from "@/components/ui/buttons/icon";

/** Icons of pages, for a rail without words. On the same 16 × 16 grid as the icons of buttons. */
const paths: Partial<Record<string, ReactNode>> = {
  "/": <path d="M2.5 2.5H7V7H2.5ZM9 2.5h4.5V7H9ZM2.5 9H7v4.5H2.5ZM9 9h4.5v4.5H9Z" />,
  "/assistants": (
    <path d="M3 9V7.6a5 5 0 0 1 10 0V9M3 8.6h2.2v4H4a1 1 0 0 1-1-1ZM13 8.6h-2.2v4H12a1 1 0 0 0 1-1ZM12 12.6c-.2 1-1.3 1.5-3.2 1.5" />
  ),
  "/phone-numbers": <path d="M6.2 2.5 4.8 13.5M11.2 2.5 9.8 13.5M3 5.8h10.6M2.4 10.2H13" />,
  "/workflows": (
    <>
      <circle cx="4" cy="4" r="1.75" />
      <circle cx="12" cy="8" r="1.75" />
      <circle cx="4" cy="12" r="1.75" />
      <path d="M5.75 4H7a2 2 0 0 1 2 2c0 1.2.4 2 1.25 2M5.75 12H7a2 2 0 0 0 2-2c0-1.2.4-2 1.25-2" />
    </>
  ),
  "/tools": (
    <path d="M9.4 6.6a3.2 3.2 0 0 1 4-4l-2 2 .6 1.4 1.4.6 2-2a3.2 3.2 0 0 1-4 4L5.6 14.4a1.7 1.7 0 0 1-2.4-2.4Z" />
  ),
  "/campaigns": <path d="M2.5 6.4v3.2h2l6.5 3V3.4l-6.5 3ZM5 9.8l.8 3.6h1.7l-.6-2.9M13 6.4a2.2 2.2 0 0 1 0 3.2" />,
  "/calls": (
    <path d="M4.2 2.6 6 2.3l1.1 2.9-1.3 1.1a8 8 0 0 0 3.9 3.9l1.1-1.3 2.9 1.1-.3 1.8c-.2 1-1 1.6-2 1.5A10 10 0 0 1 2.7 4.6c-.1-1 .5-1.8 1.5-2Z" />
  ),
  "/credentials": (
    <>
      <circle cx="5" cy="11" r="2.6" />
      <path d="m6.9 9.1 6-6M10.4 5.6l1.9 1.9" />
    </>
  ),
  "/settings": (
    <>
      <circle cx="9.2" cy="5" r="1.7" />
      <circle cx="6.8" cy="11" r="1.7" />
      <path d="M2.5 5h5M10.9 5h2.6M2.5 11h2.6M8.5 11h5" />
    </>
  ),
};

const shared: Partial<Record<string, IconName>> = {
  "/import": "up",
  "/do-not-call": "ban",
  "/webhooks": "link",
  "/team": "user",
  "/audit": "file",
};

export function PageIcon({ href, className }: { href: string; className: string }) {
  const path = paths[href];
  if (path) return <DrawnIcon className={className}>{path}</DrawnIcon>;
  return <Icon name={shared[href] ?? "rows"} className={className} />;
}
