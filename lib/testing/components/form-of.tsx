import { Popover } from "radix-ui";
import { Fragment, isValidElement, type ReactNode, Suspense } from "react";
import { renderWithReads } from "./render-with-reads";

/** An input or select as React Hook Form uses it: it sets the value, and moves the focus to a field with an error. */
type Control = { type: string; name: string; value: string; checked: boolean; focus: () => void } & typeof noOptions;

/** Properties of a select that React Hook Form reads to see whether it was changed before the page was ready. */
const noOptions = { options: [], multiple: false, size: 0, selectedIndex: -1 };

type Props = Record<string, unknown> & { children?: ReactNode };
type Host = { type: string; props: Props };

/**
 * Draws a screen for a test that fills in its form. It has the state of the first render: what an input changes on the
 * screen is not drawn. Contexts provided within the screen have their default values.
 */
export function formOf(screen: ReactNode) {
  const hosts: Host[] = [];
  function Expanded() {
    expand(screen, hosts);
    return null;
  }
  renderWithReads(<Expanded />, []);

  let focused: string | undefined;
  const controls = new Map<string, Control & Pick<Props, "onChange">>();
  for (const { type, props } of hosts.filter(({ type }) => type === "input" || type === "select")) {
    const label = labelOf(props, hosts);
    const control: Control = {
      type: type === "select" ? "select-one" : String(props.type ?? "text"),
      name: String(props.name ?? ""),
      value: String(props.defaultValue ?? props.value ?? ""),
      checked: props.checked === true,
      focus: () => {
        focused = label;
      },
      ...noOptions,
    };
    controls.set(label, Object.assign(control, { onChange: props.onChange }));
    if (typeof props.ref === "function") props.ref(control);
  }

  function controlOf(label: string) {
    const control = controls.get(label);
    if (!control) throw new Error(`No field ${label}; there are ${[...controls.keys()].join(", ")}.`);
    return control;
  }
  function change(label: string, values: Partial<Control>) {
    const control = Object.assign(controlOf(label), values);
    (control.onChange as (event: unknown) => void)({ type: "change", target: control });
  }

  return {
    valueOf: (label: string) => String(controlOf(label).value),
    isChecked: (label: string) => controlOf(label).checked,
    fill: (label: string, value: string) => change(label, { value }),
    check: (label: string, checked: boolean) => change(label, { checked }),
    /** Resolves when the fields have been checked. What the form sends may still be on its way. */
    async submit() {
      const onSubmit = hosts.find(({ type }) => type === "form")?.props.onSubmit;
      if (typeof onSubmit === "function") await onSubmit({ preventDefault: () => undefined, persist: () => undefined });
    },
    /** Label of the field that got the focus. */
    focused: () => focused,
  };
}

/** Calls the components of a tree, and collects its HTML elements. */
function expand(node: ReactNode, hosts: Host[]): void {
  if (Array.isArray(node)) for (const child of node) expand(child, hosts);
  if (!isValidElement<Props>(node)) return;
  const { type, props } = node;
  if (typeof type === "string") hosts.push({ type, props });
  if (typeof type === "function") expand((type as (props: Props) => ReactNode)(props), hosts);
  else if (
    typeof type === "string" ||
    type === Fragment ||
    type === Suspense ||
    type === Popover.Anchor ||
    "Provider" in type
  )
    expand(props.children, hosts);
}

/** Text of the label that contains the control or refers to it. */
function labelOf({ id, type, ...props }: Props, hosts: readonly Host[]): string {
  const label = hosts.find(
    ({ type: host, props: { htmlFor, children } }) =>
      host === "label" && (htmlFor === undefined ? holds(children, { type, ...props }) : htmlFor === id),
  );
  return textOf(label?.props.children);
}

const holds = (children: ReactNode, { onChange }: Props): boolean =>
  [children].flat().some((child) => isValidElement<Props>(child) && child.props.onChange === onChange);

function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (isValidElement<Props>(node)) return textOf(node.props.children);
  return typeof node === "string" || typeof node === "number" ? String(node) : "";
}
