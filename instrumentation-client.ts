import { surviveTranslation } from "@/components/ui/browser/survive-translation";

surviveTranslation();
