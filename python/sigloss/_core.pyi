"""Compiled part of sigloss."""

from typing import Any, Literal, TypeVar


ArrayT = TypeVar("ArrayT")

def bce_with_logits(logits: ArrayT, target: Any, *, weight: Any = None, pos_weight: Any = None, reduction: Literal['none', 'mean', 'sum'] = 'mean', normalizer: Literal['numel', 'rows', 'positives'] | float | None = None, mask: Any = None, label_smoothing: float = 0.0, out: Any = None, precision: Literal['exact', 'fast'] | None = None) -> ArrayT:
    """
    Binary cross entropy of logits.

    With p = sigmoid(x) and softplus(x) = log(1 + exp(x)), an element's loss is
    ((1 - y) softplus(x) + w+ y softplus(-x)) w, to 0.501 ULP for labels 0 and 1.

    Parameters
    ----------
    logits : array
        x, of rank 0 to 8 and any strides; float32, float16, bfloat16 or float64. NumPy, PyTorch,
        JAX, or anything with DLPack or the buffer protocol; read in place, never copied.
    target : array
        y, of the shape of logits: labels 0 and 1, or anything between and beyond. The types of
        logits, bool, uint8, int32 or int64.
    weight : array or number, optional
        w, broadcasts to the shape of logits. Types as logits.
    pos_weight : array or number, optional
        w+, the weight of the positive part; broadcasts likewise.
    reduction : {'mean', 'sum', 'none'}
        What becomes of the losses of the elements.
    normalizer : {'numel', 'rows', 'positives'} or number, optional
        What a mean divides by: the number of elements that the mask keeps (default), the first
        extent of logits, the number of positive elements but at least 1, or the number given.
    mask : array of bool, optional
        Broadcasts to the shape of logits. Where it is False an element adds nothing to the loss
        and its gradient is 0, whatever it holds.
    label_smoothing : float
        e in [0, 1]: labels become y (1 - e) + e / 2 first.
    out : array, optional
        Where the loss is written, and what is returned: of the shape of logits, or of one element
        if reduced. It may be exactly the memory of logits, but overlap nothing otherwise.
    precision : {'exact', 'fast'}, optional
        'exact': float64 lanes and one rounding; 'fast': float32 lanes, a few ULP. Default: what
        set_precision said, or the environment variable SIGLOSS_PRECISION, or 'exact'.

    Returns
    -------
    array
        The loss, an array of the framework of logits (of NumPy for those without one), of the type
        that holds those of all floating arguments. Without elements a sum is 0 and a mean NaN.

    Raises
    ------
    TypeError
        An argument is no array, of a dtype that is not taken, or a tracer of JAX.
    ValueError
        A shape, layout or option is not what is said above, results overlap inputs, or a tensor
        requires a gradient (sigloss.torch records them). The text names the argument.
    """

def bce_with_logits_backward(grad_output: Any, logits: ArrayT, target: Any, *, weight: Any = None, pos_weight: Any = None, reduction: Literal['none', 'mean', 'sum'] = 'mean', normalizer: Literal['numel', 'rows', 'positives'] | float | None = None, mask: Any = None, label_smoothing: float = 0.0, out: Any = None, precision: Literal['exact', 'fast'] | None = None) -> ArrayT:
    """
    Gradient by the logits of the loss that bce_with_logits gives for the same options.

    With p = sigmoid(x) and q = sigmoid(-x), an element's gradient is
    (p (1 - y) - w+ y q) w grad_output, divided as the mean is; never by subtracting from 1.

    Parameters
    ----------
    grad_output : array or number
        What comes in for the loss; broadcasts to the shape of logits. Types as logits.
    logits : array
        x, of rank 0 to 8 and any strides; float32, float16, bfloat16 or float64. NumPy, PyTorch,
        JAX, or anything with DLPack or the buffer protocol; read in place, never copied.
    target : array
        y, of the shape of logits: labels 0 and 1, or anything between and beyond. The types of
        logits, bool, uint8, int32 or int64.
    weight : array or number, optional
        w, broadcasts to the shape of logits. Types as logits.
    pos_weight : array or number, optional
        w+, the weight of the positive part; broadcasts likewise.
    reduction : {'mean', 'sum', 'none'}
        What becomes of the losses of the elements.
    normalizer : {'numel', 'rows', 'positives'} or number, optional
        What a mean divides by: the number of elements that the mask keeps (default), the first
        extent of logits, the number of positive elements but at least 1, or the number given.
    mask : array of bool, optional
        Broadcasts to the shape of logits. Where it is False an element adds nothing to the loss
        and its gradient is 0, whatever it holds.
    label_smoothing : float
        e in [0, 1]: labels become y (1 - e) + e / 2 first.
    out : array, optional
        Where the gradient is written, and what is returned. It may be exactly the memory of
        logits or of grad_output, but overlap nothing otherwise.
    precision : {'exact', 'fast'}, optional
        'exact': float64 lanes and one rounding; 'fast': float32 lanes, a few ULP. Default: what
        set_precision said, or the environment variable SIGLOSS_PRECISION, or 'exact'.

    Returns
    -------
    array
        The gradient, of the shape and type of logits and of its framework.

    Raises
    ------
    TypeError
        An argument is no array, of a dtype that is not taken, or a tracer of JAX.
    ValueError
        A shape, layout or option is not what is said above, results overlap inputs, or a tensor
        requires a gradient (sigloss.torch records them). The text names the argument.
    """

def bce_with_logits_target_backward(grad_output: Any, logits: ArrayT, target: Any, *, weight: Any = None, pos_weight: Any = None, reduction: Literal['none', 'mean', 'sum'] = 'mean', normalizer: Literal['numel', 'rows', 'positives'] | float | None = None, mask: Any = None, label_smoothing: float = 0.0, out: Any = None, precision: Literal['exact', 'fast'] | None = None) -> ArrayT:
    """
    Gradient by the target of the loss that bce_with_logits gives for the same options.

    An element's gradient is (w+ softplus(-x) - softplus(x)) w grad_output, divided as the mean
    is, and times 1 - e with label smoothing.

    Parameters
    ----------
    grad_output : array or number
        What comes in for the loss; broadcasts to the shape of logits. Types as logits.
    logits : array
        x, of rank 0 to 8 and any strides; float32, float16, bfloat16 or float64. NumPy, PyTorch,
        JAX, or anything with DLPack or the buffer protocol; read in place, never copied.
    target : array
        y, of the shape of logits: labels 0 and 1, or anything between and beyond. The types of
        logits, bool, uint8, int32 or int64.
    weight : array or number, optional
        w, broadcasts to the shape of logits. Types as logits.
    pos_weight : array or number, optional
        w+, the weight of the positive part; broadcasts likewise.
    reduction : {'mean', 'sum', 'none'}
        What becomes of the losses of the elements.
    normalizer : {'numel', 'rows', 'positives'} or number, optional
        What a mean divides by: the number of elements that the mask keeps (default), the first
        extent of logits, the number of positive elements but at least 1, or the number given.
    mask : array of bool, optional
        Broadcasts to the shape of logits. Where it is False an element adds nothing to the loss
        and its gradient is 0, whatever it holds.
    label_smoothing : float
        e in [0, 1]: labels become y (1 - e) + e / 2 first.
    out : array, optional
        Where the gradient is written, and what is returned. It may be exactly the memory of
        logits or of grad_output, but overlap nothing otherwise.
    precision : {'exact', 'fast'}, optional
        'exact': float64 lanes and one rounding; 'fast': float32 lanes, a few ULP. Default: what
        set_precision said, or the environment variable SIGLOSS_PRECISION, or 'exact'.

    Returns
    -------
    array
        The gradient, of the shape and type of logits and of its framework.

    Raises
    ------
    TypeError
        An argument is no array, of a dtype that is not taken, or a tracer of JAX.
    ValueError
        A shape, layout or option is not what is said above, results overlap inputs, or a tensor
        requires a gradient (sigloss.torch records them). The text names the argument.
    """

def bce_with_logits_loss_and_grad(logits: ArrayT, target: Any, *, weight: Any = None, pos_weight: Any = None, reduction: Literal['none', 'mean', 'sum'] = 'mean', normalizer: Literal['numel', 'rows', 'positives'] | float | None = None, mask: Any = None, label_smoothing: float = 0.0, out: tuple[Any, Any] | None = None, precision: Literal['exact', 'fast'] | None = None) -> tuple[ArrayT, ArrayT]:
    """
    Loss and its gradient by the logits in one pass, which reads each input once.

    The same as bce_with_logits, and bce_with_logits_backward for a grad_output of 1.

    Parameters
    ----------
    logits : array
        x, of rank 0 to 8 and any strides; float32, float16, bfloat16 or float64. NumPy, PyTorch,
        JAX, or anything with DLPack or the buffer protocol; read in place, never copied.
    target : array
        y, of the shape of logits: labels 0 and 1, or anything between and beyond. The types of
        logits, bool, uint8, int32 or int64.
    weight : array or number, optional
        w, broadcasts to the shape of logits. Types as logits.
    pos_weight : array or number, optional
        w+, the weight of the positive part; broadcasts likewise.
    reduction : {'mean', 'sum', 'none'}
        What becomes of the losses of the elements.
    normalizer : {'numel', 'rows', 'positives'} or number, optional
        What a mean divides by: the number of elements that the mask keeps (default), the first
        extent of logits, the number of positive elements but at least 1, or the number given.
    mask : array of bool, optional
        Broadcasts to the shape of logits. Where it is False an element adds nothing to the loss
        and its gradient is 0, whatever it holds.
    label_smoothing : float
        e in [0, 1]: labels become y (1 - e) + e / 2 first.
    out : tuple of two arrays, optional
        Where loss and gradient are written, and what is returned; either may be None.
    precision : {'exact', 'fast'}, optional
        'exact': float64 lanes and one rounding; 'fast': float32 lanes, a few ULP. Default: what
        set_precision said, or the environment variable SIGLOSS_PRECISION, or 'exact'.

    Returns
    -------
    tuple of two arrays
        (loss, grad): the loss as above, and its gradient by the logits, of their shape and type.

    Raises
    ------
    TypeError
        An argument is no array, of a dtype that is not taken, or a tracer of JAX.
    ValueError
        A shape, layout or option is not what is said above, results overlap inputs, or a tensor
        requires a gradient (sigloss.torch records them). The text names the argument.
    """

def sigmoid_focal_loss(logits: ArrayT, *, labels: Any = None, selector: Any = None, class_index: Any = None, alpha: Any = 0.25, gamma: float = 2.0, weight: Any = None, reduction: Literal['none', 'mean', 'sum'] = 'none', normalizer: Literal['numel', 'rows', 'positives'] | float | None = None, mask: Any = None, out: Any = None, precision: Literal['exact', 'fast'] | None = None) -> ArrayT:
    """
    Sigmoid focal loss of logits.

    With p = sigmoid(x), q = sigmoid(-x) and softplus(x) = log(1 + exp(x)), the loss of a positive
    element is a q^g softplus(-x) w, that of a negative one (1 - a) p^g softplus(x) w.

    Parameters
    ----------
    logits : array
        x, of rank 0 to 8 and any strides; float32, float16, bfloat16 or float64. NumPy, PyTorch,
        JAX, or anything with DLPack or the buffer protocol; read in place, never copied.
    labels : array
        Of the shape of logits: 1 positive, 0 negative, between them as torchvision defines it. The
        types of logits, bool, uint8, int32 or int64.
    selector : array
        Instead of labels, the target of CANN's SigmoidFocalLossGrad: 0 positive, 1 negative.
    class_index : array
        Instead of labels, of the shape of logits without its last axis, int32 or int64: the column
        that is positive; the number of columns for background; -1 leaves the row out.
    alpha : number or array, optional
        a, the weight of positive elements; negative ones weigh 1 - a. An array broadcasts to the
        shape of logits (an alpha for each class, say). None: both weigh 1.
    gamma : float
        g in [-1e6, 1e6].
    weight : array or number, optional
        w, broadcasts to the shape of logits: of elements (N, C), rows (N, 1) or classes (C,).
    reduction : {'none', 'mean', 'sum'}
        What becomes of the losses of the elements.
    normalizer : {'numel', 'rows', 'positives'} or number, optional
        What a mean divides by: the number of elements that the mask keeps (default), the first
        extent of logits, the number of positive elements but at least 1, or the number given.
    mask : array of bool, optional
        Broadcasts to the shape of logits. Where it is False an element adds nothing to the loss
        and its gradient is 0, whatever it holds.
    out : array, optional
        Where the loss is written, and what is returned: of the shape of logits, or of one element
        if reduced. It may be exactly the memory of logits, but overlap nothing otherwise.
    precision : {'exact', 'fast'}, optional
        'exact': float64 lanes and one rounding; 'fast': float32 lanes, a few ULP. Default: what
        set_precision said, or the environment variable SIGLOSS_PRECISION, or 'exact'.

    Returns
    -------
    array
        The loss, an array of the framework of logits (of NumPy for those without one), of the type
        that holds those of all floating arguments. Without elements a sum is 0 and a mean NaN.

    Raises
    ------
    TypeError
        An argument is no array, of a dtype that is not taken, or a tracer of JAX.
    ValueError
        A shape, layout or option is not what is said above, results overlap inputs, or a tensor
        requires a gradient (sigloss.torch records them). The text names the argument.
    """

def sigmoid_focal_loss_backward(grad_output: Any, logits: ArrayT, *, labels: Any = None, selector: Any = None, class_index: Any = None, alpha: Any = 0.25, gamma: float = 2.0, weight: Any = None, reduction: Literal['none', 'mean', 'sum'] = 'none', normalizer: Literal['numel', 'rows', 'positives'] | float | None = None, mask: Any = None, out: Any = None, precision: Literal['exact', 'fast'] | None = None) -> ArrayT:
    """
    Gradient by the logits of the loss that sigmoid_focal_loss gives for the same options.

    For a positive element -a q^g (g p softplus(-x) + q) w grad_output, for a negative one
    (1 - a) p^g (g q softplus(x) + p) w grad_output, divided as the mean is.

    Parameters
    ----------
    grad_output : array or number
        What comes in for the loss; broadcasts to the shape of logits. Types as logits.
    logits : array
        x, of rank 0 to 8 and any strides; float32, float16, bfloat16 or float64. NumPy, PyTorch,
        JAX, or anything with DLPack or the buffer protocol; read in place, never copied.
    labels : array
        Of the shape of logits: 1 positive, 0 negative, between them as torchvision defines it. The
        types of logits, bool, uint8, int32 or int64.
    selector : array
        Instead of labels, the target of CANN's SigmoidFocalLossGrad: 0 positive, 1 negative.
    class_index : array
        Instead of labels, of the shape of logits without its last axis, int32 or int64: the column
        that is positive; the number of columns for background; -1 leaves the row out.
    alpha : number or array, optional
        a, the weight of positive elements; negative ones weigh 1 - a. An array broadcasts to the
        shape of logits (an alpha for each class, say). None: both weigh 1.
    gamma : float
        g in [-1e6, 1e6].
    weight : array or number, optional
        w, broadcasts to the shape of logits: of elements (N, C), rows (N, 1) or classes (C,).
    reduction : {'none', 'mean', 'sum'}
        What becomes of the losses of the elements.
    normalizer : {'numel', 'rows', 'positives'} or number, optional
        What a mean divides by: the number of elements that the mask keeps (default), the first
        extent of logits, the number of positive elements but at least 1, or the number given.
    mask : array of bool, optional
        Broadcasts to the shape of logits. Where it is False an element adds nothing to the loss
        and its gradient is 0, whatever it holds.
    out : array, optional
        Where the gradient is written, and what is returned. It may be exactly the memory of
        logits or of grad_output, but overlap nothing otherwise.
    precision : {'exact', 'fast'}, optional
        'exact': float64 lanes and one rounding; 'fast': float32 lanes, a few ULP. Default: what
        set_precision said, or the environment variable SIGLOSS_PRECISION, or 'exact'.

    Returns
    -------
    array
        The gradient, of the shape and type of logits and of its framework.

    Raises
    ------
    TypeError
        An argument is no array, of a dtype that is not taken, or a tracer of JAX.
    ValueError
        A shape, layout or option is not what is said above, results overlap inputs, or a tensor
        requires a gradient (sigloss.torch records them). The text names the argument.
    """

def sigmoid_focal_loss_loss_and_grad(logits: ArrayT, *, labels: Any = None, selector: Any = None, class_index: Any = None, alpha: Any = 0.25, gamma: float = 2.0, weight: Any = None, reduction: Literal['none', 'mean', 'sum'] = 'none', normalizer: Literal['numel', 'rows', 'positives'] | float | None = None, mask: Any = None, out: tuple[Any, Any] | None = None, precision: Literal['exact', 'fast'] | None = None) -> tuple[ArrayT, ArrayT]:
    """
    Loss and its gradient by the logits in one pass, which reads each input once.

    The same as sigmoid_focal_loss, and sigmoid_focal_loss_backward for a grad_output of 1.

    Parameters
    ----------
    logits : array
        x, of rank 0 to 8 and any strides; float32, float16, bfloat16 or float64. NumPy, PyTorch,
        JAX, or anything with DLPack or the buffer protocol; read in place, never copied.
    labels : array
        Of the shape of logits: 1 positive, 0 negative, between them as torchvision defines it. The
        types of logits, bool, uint8, int32 or int64.
    selector : array
        Instead of labels, the target of CANN's SigmoidFocalLossGrad: 0 positive, 1 negative.
    class_index : array
        Instead of labels, of the shape of logits without its last axis, int32 or int64: the column
        that is positive; the number of columns for background; -1 leaves the row out.
    alpha : number or array, optional
        a, the weight of positive elements; negative ones weigh 1 - a. An array broadcasts to the
        shape of logits (an alpha for each class, say). None: both weigh 1.
    gamma : float
        g in [-1e6, 1e6].
    weight : array or number, optional
        w, broadcasts to the shape of logits: of elements (N, C), rows (N, 1) or classes (C,).
    reduction : {'none', 'mean', 'sum'}
        What becomes of the losses of the elements.
    normalizer : {'numel', 'rows', 'positives'} or number, optional
        What a mean divides by: the number of elements that the mask keeps (default), the first
        extent of logits, the number of positive elements but at least 1, or the number given.
    mask : array of bool, optional
        Broadcasts to the shape of logits. Where it is False an element adds nothing to the loss
        and its gradient is 0, whatever it holds.
    out : tuple of two arrays, optional
        Where loss and gradient are written, and what is returned; either may be None.
    precision : {'exact', 'fast'}, optional
        'exact': float64 lanes and one rounding; 'fast': float32 lanes, a few ULP. Default: what
        set_precision said, or the environment variable SIGLOSS_PRECISION, or 'exact'.

    Returns
    -------
    tuple of two arrays
        (loss, grad): the loss as above, and its gradient by the logits, of their shape and type.

    Raises
    ------
    TypeError
        An argument is no array, of a dtype that is not taken, or a tracer of JAX.
    ValueError
        A shape, layout or option is not what is said above, results overlap inputs, or a tensor
        requires a gradient (sigloss.torch records them). The text names the argument.
    """

def set_precision(precision: Literal['exact', 'fast']) -> None:
    """
    Precision of calls that do not say; beats the environment variable SIGLOSS_PRECISION.
    """

def set_num_threads(num_threads: int) -> None:
    """
    Most threads that a call works on; 0, the default, takes all. Results have the same bits for any number.
    """

def info() -> dict[str, Any]:
    """
    What this process computes with.

    Returns
    -------
    dict
        'version'; 'precision' and 'num_threads' of calls that do not say; 'target', the
        instruction set in use (the environment variable SIGLOSS_TARGET chooses), and
        'targets', those that this processor has.
    """

def _describe(array: Any) -> tuple[int, str, tuple[int, ...], tuple[int, ...]]: ...
