export function PlanSkeleton() {
  return (
    <div className="plan-sk" aria-hidden="true">
      {["b", "c", "a"].map((width) => (
        <div className="sk-rows" key={width}>
          <span className={`sk ${width}`} />
          <span className="sk d" />
          <span className={`sk ${width}`} />
        </div>
      ))}
    </div>
  );
}
